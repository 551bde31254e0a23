// expect: unsafe
// property: valid-memcleanup
// violated: valid-memcleanup
// because: one way forgets to
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *text = malloc(20);
  if (!text)
    return 0;
  if (__VERIFIER_nondet_int()) {
    text[19] = 0;
    free(text);
    return 1;
  }
  return 0;
}
