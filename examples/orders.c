// Orders are put into a list, some are taken out again, and in the end all of them are freed. How
// many there are depends on inputs, so no unrolling ends.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct order {
  int number;
  struct order *next;
};

static struct order *issue(struct order *open, int number) {
  struct order *made = malloc(sizeof *made);
  made->number = number;
  made->next = open;
  return made;
}

static struct order *cancel(struct order *open, int number) {
  struct order **at = &open;
  while (*at && (*at)->number != number)
    at = &(*at)->next;
  struct order *found = *at;
  if (found) {
    *at = found->next;
    free(found);
  }
  return open;
}

int main(void) {
  struct order *open = NULL;
  for (int number = 1; __VERIFIER_nondet_int(); number++) {
    open = issue(open, number);
    if (__VERIFIER_nondet_int())
      open = cancel(open, __VERIFIER_nondet_int());
  }
  while (open) {
    struct order *first = open;
    open = open->next;
    free(first);
  }
  return 0;
}
// run: 1,0,1,1,1,0 -> normal end
// property: valid-memsafety
// verify: TRUE
