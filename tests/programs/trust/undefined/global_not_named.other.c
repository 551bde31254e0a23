/* Changes what a global of the program points to. */
extern int *leading;
void change(void) { *leading = 2; }
