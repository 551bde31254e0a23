// After the set Memsafety of [Dietsch17]: a page is given back, but for one that is torn.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void free(void *page);

int main(void) {
  for (int day = 0; day < 3; day++) {
    int *page = malloc(sizeof(int));
    *page = day;
    if (__VERIFIER_nondet_int()) free(page);
  }
  return 0;
}
