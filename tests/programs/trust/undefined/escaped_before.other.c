/* Keeps an address and writes there later. */
static int *kept;
void keep(int *p) { kept = p; }
void change(void) { *kept = 6; }
