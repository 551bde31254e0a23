// expect: safe
// property: valid-memsafety
// run: 0 -> end
// run: 1,0 -> end
// run: 1,1,1,0 -> end
// because: each cell owns a buffer of sixteen bytes
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  char *buffer;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *cell = malloc(sizeof *cell);
    cell->buffer = malloc(16);
    cell->buffer[0] = 'x';
    cell->buffer[15] = 0;
    cell->next = list;
    list = cell;
  }
  for (struct node *at = list; at; at = at->next)
    at->buffer[8] = at->buffer[0];
  while (list) {
    struct node *next = list->next;
    free(list->buffer);
    free(list);
    list = next;
  }
  return 0;
}
