// expect: unsafe
// because: a pointer that may be null is as far from an object as the object is from zero
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
typedef unsigned long word;
int table[4];
int main(void) {
  int *p = __VERIFIER_nondet_uint() ? table : 0;
  word distance = (word)p - (word)table;
  if (distance)
    reach_error();
  return 0;
}
