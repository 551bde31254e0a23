// expect: safe
// because: two elements of one array are never further apart than the array is long
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
typedef unsigned long word;
int table[4];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 4;
  word distance = (word)&table[i] - (word)table;
  if (distance > 3 * sizeof(int))
    reach_error();
  return 0;
}
