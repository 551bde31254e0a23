/* The number is the address of an object. */
extern char b[4];
unsigned long __VERIFIER_nondet_ulong(void) { return (unsigned long)b; }
