/* Two halves make an address. */
void change(unsigned high, unsigned low) { *(int *)((unsigned long)high << 32 | low) = 2; }
