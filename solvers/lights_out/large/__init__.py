"""Boards of up to a million lamps: linear algebra modulo the number of states."""
