/* Makes a pointer of its argument and writes. */
void change(unsigned long address) { *(int *)address = 6; }
