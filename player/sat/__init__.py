"""CNF and SAT: formulas in `cnf`, cardinality constraints in `cardinality`, the only user of pycosat in `solver`."""
