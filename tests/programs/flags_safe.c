// expect: safe
// run: 3, 1 -> end 0
// run: 8, 7 -> end 0
// because: a flag that is set is set until it is cleared, and no other changes
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum flag { READ = 1, WRITE = 2, RUN = 4 };
int main(void) {
  unsigned have = (unsigned)__VERIFIER_nondet_int(), which = (unsigned)__VERIFIER_nondet_int() % 3;
  unsigned flag = READ << which;
  unsigned set = have | flag, cleared = set & ~flag;
  if (!(set & flag) || (cleared & flag) || ((set ^ have) & ~flag) || (cleared | flag) != set)
    reach_error();
  return 0;
}
