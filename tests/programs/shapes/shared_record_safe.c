// expect: safe
// property: valid-memsafety
// run: 0,0 -> end
// run: 1,0,1,0 -> end
// run: 1,1,0,1,0 -> end
// because: the cells of two lists lead to the same record
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int *data;
  struct node *next;
};

static struct node *built(int *data) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *cell = malloc(sizeof *cell);
    cell->data = data;
    cell->next = list;
    list = cell;
  }
  return list;
}

static void release(struct node *list) {
  while (list) {
    struct node *next = list->next;
    ++*list->data;
    free(list);
    list = next;
  }
}

int main(void) {
  int *data = malloc(sizeof *data);
  *data = 0;
  struct node *a = built(data), *b = built(data);
  release(a);
  release(b);
  free(data);
  return 0;
}
