// expect: safe
// because: stat writes the fields
#include <sys/stat.h>
extern void reach_error(void);
int main(void) {
  struct stat s;
  s.st_mode = 0;
  if (stat("/nowhere/at/all", &s) == 0)
    reach_error();
  return 0;
}
