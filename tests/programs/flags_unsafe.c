// expect: unsafe
// run: 3, 1 -> end 0
// run: 8, 1 -> error
// because: toggling sets a flag that was not there
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum flag { READ = 1, WRITE = 2, RUN = 4 };
int main(void) {
  unsigned have = (unsigned)__VERIFIER_nondet_int(), which = (unsigned)__VERIFIER_nondet_int() % 3;
  unsigned flag = READ << which;
  unsigned cleared = have ^ flag;
  if (cleared & flag)
    reach_error();
  return 0;
}
