// expect: unsafe
// because: stat writes the fields
#include <sys/stat.h>
extern void reach_error(void);
int main(void) {
  struct stat s;
  s.st_mode = 0;
  if (stat("/", &s) == 0 && s.st_mode != 0)
    reach_error();
  return 0;
}
