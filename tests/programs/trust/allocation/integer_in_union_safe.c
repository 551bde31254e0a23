// expect: safe
// with: integer_in_union.other.c
// because: what is written is what was there
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
    *word.pointer = 1;
  if (shared != 1)
    reach_error();
  return 0;
}
