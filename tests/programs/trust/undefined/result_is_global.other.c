/* Returns the address of a global variable of the other file. */
extern int shared;
int *where(void) { return &shared; }
