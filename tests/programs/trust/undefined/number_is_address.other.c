/* The number is the address of a global. */
extern int shared;
void tell(long *number) { *number = (long)&shared; }
