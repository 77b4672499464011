"""The doctor: probes of pages with the selectors, diagnoses and repairs."""
