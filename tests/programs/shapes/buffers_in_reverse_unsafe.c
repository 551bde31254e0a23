// expect: unsafe
// property: valid-memsafety
// violated: valid-free
// run: 1,1,0 -> valid-free
// because: the buffer is freed on both walks
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int *buffer;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *cell = malloc(sizeof *cell);
    cell->buffer = __VERIFIER_nondet_int() ? malloc(sizeof(int)) : NULL;
    cell->next = list;
    list = cell;
  }
  for (struct node *at = list; at; at = at->next) {
    if (at->buffer)
      *at->buffer = 1;
    free(at->buffer);
  }
  while (list) {
    struct node *next = list->next;
    free(list->buffer);
    free(list);
    list = next;
  }
  return 0;
}
