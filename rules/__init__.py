"""One language of rules for the whole compiler: patterns, the facts they may demand, their proofs."""
