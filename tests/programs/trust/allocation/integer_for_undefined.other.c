/* The input is the address of an object. */
unsigned long tell(void);
unsigned long __VERIFIER_nondet_ulong(void) { return tell(); }
void change(int *pointer) { *pointer = 2; }
