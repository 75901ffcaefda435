"""One language of rules for the whole compiler: patterns, the facts that they may require, and what proofs need."""
