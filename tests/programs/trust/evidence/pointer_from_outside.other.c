/* Two cells that lead to each other. */
struct cell {
  int number;
  struct cell *next;
};
static struct cell second = {7, 0};
static struct cell first = {5, &second};
void *__VERIFIER_nondet_pointer(void) { return &first; }
