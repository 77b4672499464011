"""CNF and SAT: formulas in `cnf`, how many literals may be true in `cardinality`, the one door to pycosat in `sat`."""
