// expect: unsafe
// with: integer_in_union.other.c
// because: the number is read as a pointer
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
union word {
  unsigned long number;
  int *pointer;
} word;
int shared;
int main(void) {
  word.number = __VERIFIER_nondet_ulong();
  shared = 1;
  if (word.pointer == &shared)
    *word.pointer = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
