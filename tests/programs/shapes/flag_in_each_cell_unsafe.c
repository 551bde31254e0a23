// expect: unsafe
// property: valid-memsafety
// violated: valid-free
// run: 1,0,0 -> valid-free
// because: what all cells share is no buffer on the heap
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
    free(list->buffer);
    free(list);
    list = next;
  }
  return 0;
}
