// expect: safe
// run: 200 -> end 0
// run: 90 -> end 0
// run: 300 -> end 0
// because: a copy of unknown size changes what it is made to, and nothing else
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
  if (guard != 7)
    reach_error();
  return 0;
}
