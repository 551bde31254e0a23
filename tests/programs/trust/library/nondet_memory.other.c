/* One behaviour of __VERIFIER_nondet_memory: ones everywhere. */
#include <string.h>
void __VERIFIER_nondet_memory(void *p, size_t n) { memset(p, 1, n); }
