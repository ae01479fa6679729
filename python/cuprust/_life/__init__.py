"""The Game of Life experiment: the command ``cuprust life``."""
