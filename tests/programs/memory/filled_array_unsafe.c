// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// because: the last round writes behind the array
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 1000)
    return 0;
  int *numbers = malloc(n * sizeof(int));
  if (!numbers)
    return 0;
  for (unsigned i = 0; i <= n; i++)
    numbers[i] = 7;
  free(numbers);
  return 0;
}
