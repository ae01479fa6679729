//! What may be done to numbers: one row for each elementwise operation, and the closed list of routines.
