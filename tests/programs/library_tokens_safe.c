// expect: safe
// run: -> end 0
// because: strsep and strtok end each token where a delimiter was
#include <string.h>
extern void reach_error(void);
int main(void) {
  char a[] = "x,y", b[] = ";;k;l";
  char *rest = a, *kept;
  char *first = strsep(&rest, ","), *second = strsep(&rest, ",");
  char *k = strtok_r(b, ";", &kept), *l = strtok_r(0, ";", &kept), *none = strtok_r(0, ";", &kept);
  if (first != a || second != a + 2 || rest || a[1] || k != b + 2 || l != b + 4 || none)
    reach_error();
  return 0;
}
