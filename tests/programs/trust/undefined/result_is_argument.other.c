/* Gives its argument back. */
int *same(int *p) { return p; }
