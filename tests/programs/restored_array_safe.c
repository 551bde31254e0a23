// expect: safe
// run: 1, 0, 0, 1, 1, 1, 0, 0 -> end 0
// run: 0, 0, 0, 0, 1, 3, 1, 3, 0, 3 -> end 0
// because: what was taken is given back, so the cells are what they were [Dietsch17, Fig. 1]
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
static unsigned char taken[4], before[4];
int main(void) {
  int allocations = 0;
  for (int i = 0; i < 4; i++)
    taken[i] = __VERIFIER_nondet_int() != 0;
  memcpy(before, taken, sizeof taken);
  for (int round = 0; round < 4 && __VERIFIER_nondet_int(); round++) {
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at > 3 || taken[at])
      continue;
    taken[at] = 1;
    allocations++;
    taken[at] = 0;
  }
  int any = __VERIFIER_nondet_int();
  if (any >= 0 && any < 4 && taken[any] != before[any])
    reach_error();
  return 0;
}
