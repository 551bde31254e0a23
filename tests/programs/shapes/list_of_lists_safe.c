// expect: safe
// property: valid-memsafety
// run: 0 -> end
// run: 1,0,1,1,0,0 -> end
// run: 1,1,1,0,1,1,0,0 -> end
// because: each cell has a list of its own
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int data;
  struct node *next;
};

static struct node *push(struct node *list, int data) {
  struct node *cell = malloc(sizeof *cell);
  cell->data = data;
  cell->next = list;
  return cell;
}

static void release(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

struct row {
  struct node *cells;
  struct row *next;
};

int main(void) {
  struct row *rows = NULL;
  while (__VERIFIER_nondet_int()) {
    struct row *row = malloc(sizeof *row);
    row->cells = NULL;
    while (__VERIFIER_nondet_int())
      row->cells = push(row->cells, 1);
    row->next = rows;
    rows = row;
  }
  while (rows) {
    struct row *next = rows->next;
    release(rows->cells);
    free(rows);
    rows = next;
  }
  return 0;
}
