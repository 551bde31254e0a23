// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// run: 1,0 -> valid-deref
// because: the next link is read from the freed cell
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#include <stddef.h>
#define ENTRY(pointer) ((struct item *)((char *)(pointer) - offsetof(struct item, links)))
struct list_head {
  struct list_head *next, *prev;
};
struct item {
  int data;
  struct list_head links;
};

static struct list_head items = {&items, &items};

static void add(struct list_head *new, struct list_head *head) {
  new->next = head->next;
  new->prev = head;
  head->next->prev = new;
  head->next = new;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct item *item = malloc(sizeof *item);
    item->data = 1;
    add(&item->links, &items);
  }
  unsigned sum = 0;
  for (struct list_head *at = items.next; at != &items; at = at->next)
    sum += ENTRY(at)->data;
  struct list_head *at = items.next;
  while (at != &items) {
    struct list_head *next = at->next;
    free(ENTRY(at));
    at = at->next;
  }
  return sum > 1000;
}
