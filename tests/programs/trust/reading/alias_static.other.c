/* Knows the static variable by its other name. */
extern int b;
void other(void) { b = 1; }
