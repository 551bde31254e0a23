/* The input is the address of an object. */
extern int shared;
unsigned long __VERIFIER_nondet_ulong(void) { return (unsigned long)&shared; }
