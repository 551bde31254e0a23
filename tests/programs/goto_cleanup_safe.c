// expect: safe
// run: 0, 0 -> end 0
// run: 0, 1 -> end 0
// run: 1, 0 -> end 0
// because: what was taken is given back on every way out
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int taken = 0, status = 1;
  taken++;
  if (__VERIFIER_nondet_int())
    goto first;
  taken++;
  if (__VERIFIER_nondet_int())
    goto second;
  status = 0;
second:
  taken--;
first:
  taken--;
  if (taken != 0 || status < 0)
    reach_error();
  return 0;
}
