/* Asks the other file for an address and writes there. */
extern int *give(void);
void change(void) { *give() = 6; }
