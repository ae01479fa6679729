//! Which instructions become one kernel: a pure function from a program to a plan.
