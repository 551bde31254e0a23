// expect: safe
// says: nothing|vacuous|no error
// because: nothing is checked, and the first line says so
#define NDEBUG
#include <assert.h>
int main(void) {
  int x = 5;
  assert(x == 6);
  return 0;
}
