// expect: unsafe
// run: 4 -> end 0
// run: -1 -> error
// because: a negative input takes the second cell to be the first
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
struct cell {
  int number;
  struct cell *next;
};
int main(void) {
  struct cell *first = malloc(sizeof *first);
  struct cell *second = malloc(sizeof *second);
  first->number = 7;
  first->next = second;
  second->number = 8;
  second->next = 0;
  int given = __VERIFIER_nondet_int();
  struct cell *at = given < 0 ? first : second;
  at->number = given;
  if (first->number != 7 || first->next->next != 0)
    reach_error();
  return 0;
}
