"""Programs that tell, on a chip, whether the facts hold that nothing but notes or guesses vouch for."""
