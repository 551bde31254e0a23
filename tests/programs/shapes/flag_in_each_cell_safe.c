// expect: safe
// property: valid-memsafety
// run: 0 -> end
// run: 1,1,0 -> end
// run: 1,0,1,1,1,0,0 -> end
// because: a flag in each cell says whether it owns a buffer
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int owns;
  char *buffer;
  struct node *next;
};

int main(void) {
  static char common[8];
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *cell = malloc(sizeof *cell);
    if (__VERIFIER_nondet_int()) {
      cell->owns = 1;
      cell->buffer = malloc(8);
    } else {
      cell->owns = 0;
      cell->buffer = common;
    }
    cell->buffer[7] = 0;
    cell->next = list;
    list = cell;
  }
  while (list) {
    struct node *next = list->next;
    if (list->owns)
      free(list->buffer);
    free(list);
    list = next;
  }
  return 0;
}
