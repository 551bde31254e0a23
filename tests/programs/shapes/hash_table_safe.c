// expect: safe
// property: valid-memcleanup
// run: 0 -> end
// run: 1,4,1,7,0 -> end
// run: 1,1,1,5,1,2,0 -> end
// because: four lists stand in a table, and all of them are freed
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

static struct node *table[4];

int main(void) {
  while (__VERIFIER_nondet_int()) {
    int key = __VERIFIER_nondet_int();
    unsigned at = (unsigned)key % 4;
    table[at] = push(table[at], key);
  }
  for (int i = 0; i < 4; i++)
    while (table[i]) {
      struct node *next = table[i]->next;
      free(table[i]);
      table[i] = next;
    }
  return 0;
}
