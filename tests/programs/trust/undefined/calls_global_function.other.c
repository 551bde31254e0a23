/* Calls a function of the other file. */
extern void fail(void);
void other(void) { fail(); }
