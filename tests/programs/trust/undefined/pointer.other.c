/* Writes through its argument. */
void change(int *p) { *p = 6; }
