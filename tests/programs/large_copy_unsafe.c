// expect: unsafe
// run: 101 -> error
// run: 90 -> end 0
// run: 300 -> end 0
// because: a copy of more than a hundred bytes changes the hundredth
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void reach_error(void);
char from[200], to[200];
int guard = 7;
int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 0 || count > 200)
    return 0;
  from[100] = 1;
  memcpy(to, from, count);
  if (to[100] == 1)
    reach_error();
  return 0;
}
