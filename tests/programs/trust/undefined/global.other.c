/* Writes a global variable of the other file. */
extern int shared;
void change(void) { shared = 6; }
