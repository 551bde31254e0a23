// expect: unsafe
// because: an integer variable keeps a pointer, and gets that of the other object by computing
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
typedef unsigned long word;
int a, b;
int main(void) {
  word apart = (word)&b - (word)&a;
  word kept = (word)&a;
  word again = kept;
  if (__VERIFIER_nondet_uint() > 7)
    again = again + apart;
  *(int *)again = 1;
  if (b != 0)
    reach_error();
  return 0;
}
