// expect: unsafe
// run: 0, 0 -> end 0
// run: 0, 1 -> error
// because: one way out forgets the second
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int taken = 0;
  taken++;
  if (__VERIFIER_nondet_int())
    goto first;
  taken++;
  if (__VERIFIER_nondet_int())
    goto first;
  taken--;
first:
  taken--;
  if (taken != 0)
    reach_error();
  return 0;
}
