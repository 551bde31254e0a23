// expect: unsafe
// with: address_in_union.other.c
// because: the address is read as a number
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
union word {
  unsigned long number;
  int *pointer;
} word;
int shared;
int main(void) {
  unsigned long number = __VERIFIER_nondet_ulong();
  word.pointer = &shared;
  shared = 1;
  if (number == word.number)
    *(int *)number = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
