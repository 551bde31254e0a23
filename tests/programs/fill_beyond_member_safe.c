// expect: safe
// run: 8 -> end 0
// run: 4 -> end 0
// run: 9 -> end 0
// because: a fill of unknown size that begins in a member ends in it where it is no larger
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memset(void *, int, unsigned long);
extern void reach_error(void);
struct pair {
  int first, second;
} pair;
int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  if (count > 4)
    return 0;
  pair.second = 7;
  memset(&pair.first, 0, count);
  if (pair.second != 7)
    reach_error();
  return 0;
}
