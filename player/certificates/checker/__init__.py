"""The checker of certificates, which shares nothing with encodings and solvers: readers, propagation, cuts of paths."""
