// expect: safe
// property: valid-memtrack
// because: the second object is reached through the first
#include <stdlib.h>

struct link {
  struct link *next;
};

struct link *first;

int main(void) {
  first = malloc(sizeof(struct link));
  if (!first)
    return 0;
  first->next = malloc(sizeof(struct link));
  if (first->next)
    first->next->next = 0;
  return 0;
}
