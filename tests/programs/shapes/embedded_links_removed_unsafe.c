// expect: unsafe
// property: valid-memcleanup
// violated: valid-memcleanup
// run: 1,4,0 -> valid-memcleanup
// because: what is unlinked is not freed
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

static void delete(struct list_head *entry) {
  entry->next->prev = entry->prev;
  entry->prev->next = entry->next;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct item *item = malloc(sizeof *item);
    item->data = __VERIFIER_nondet_int();
    add(&item->links, &items);
  }
  struct list_head *next;
  for (struct list_head *at = items.next; at != &items; at = next) {
    next = at->next;
    if (ENTRY(at)->data == 4) {
      delete(at);
    }
  }
  while (items.next != &items) {
    struct list_head *first = items.next;
    delete(first);
    free(ENTRY(first));
  }
  return 0;
}
