// refused: 5: qsort
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int a[2] = {2, 1}; qsort(a, 2, sizeof a[0], order);
  return a[0];
}
