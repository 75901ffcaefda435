"""Programs that test, on a chip, the facts for which only notes or guesses vouch."""
