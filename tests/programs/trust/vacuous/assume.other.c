/* What is not assumed ends the execution. */
#include <stdlib.h>
void __VERIFIER_assume(int condition) {
  if (!condition)
    exit(0);
}
