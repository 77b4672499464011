"""The checker of certificates, which shares nothing with encodings and solvers: readers and propagation."""
