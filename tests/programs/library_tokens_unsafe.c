// expect: unsafe
// run: -> error
// because: strsep makes no difference between one delimiter and two
#include <string.h>
extern void reach_error(void);
int main(void) {
  char a[] = ",,x";
  char *rest = a;
  char *first = strsep(&rest, ",");
  if (first == a && *first == 0)
    reach_error();
  return 0;
}
