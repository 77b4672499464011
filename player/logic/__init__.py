"""CNF and SAT: formulas in `cnf`, the one door to pycosat in `sat`."""
