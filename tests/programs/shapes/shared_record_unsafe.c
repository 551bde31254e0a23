// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// run: 0,1,0 -> valid-deref
// because: the second list still uses the record
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
  free(data);
  release(b);
  return 0;
}
