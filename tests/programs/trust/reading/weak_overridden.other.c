/* The definition that counts. */
int f(void) { return 2; }
