// expect: unsafe
// because: getopt moves optind
#define _GNU_SOURCE
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  char *v[] = {"x", "-a", 0};
  optind = 1;
  getopt(2, v, "a");
  if (optind != 1)
    reach_error();
  return 0;
}
