/* A handle that leads to the argument. */
void *make(int *p) { return p; }
void use(void *h) { *(int *)h = 6; }
