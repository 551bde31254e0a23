// expect: safe
// because: in one array the order and the distance of addresses are those of the elements
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
typedef unsigned long word;
long table[8];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 8, j = __VERIFIER_nondet_uint() % 8;
  word one = (word)&table[i] - (word)table;
  if (one != i * sizeof(long))
    reach_error();
  if ((i < j) != ((word)&table[i] < (word)&table[j]))
    reach_error();
  return 0;
}
