/* No function of the C library. */
extern int *way;
int index(void) { return *way = 2; }
