/* A hook that writes. */
static void change(int *p) { *p = 6; }
void (*hook)(int *) = change;
