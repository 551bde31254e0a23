/* The function that gcc calls. */
int f(void) { return 2; }
