// expect: safe
// run: 0 -> end 0
// run: 1 -> end 0
// because: a pointer that was copied byte by byte points where the first one did
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a = 5, b = 6;
int main(void) {
  int *p = __VERIFIER_nondet_int() ? &a : &b, *q;
  unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q;
  for (unsigned i = 0; i < sizeof p; i++) to[i] = from[i];
  if (*q != *p) reach_error();
  return 0;
}
