/* Counts down in the argument. */
int more(int *p) { return --*p > 0; }
