// expect: safe
// ring: first
// must: decided
// with: pointer_from_outside.other.c
// because: no cell holds two numbers
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
struct cell {
  int number;
  struct cell *next;
};
int main(void) {
  struct cell *cell = __VERIFIER_nondet_pointer();
  if (!cell || cell->number != 5)
    return 0;
  if (!cell->next || cell->next == cell)
    return 0;
  if (cell->next->number == 7 && cell->next->number == 8)
    reach_error();
  return 0;
}
