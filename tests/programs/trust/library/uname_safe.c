// expect: safe
// because: uname writes the names
#include <sys/utsname.h>
extern void reach_error(void);
int main(void) {
  struct utsname u;
  if (uname(&u) == 0 && u.sysname[0] == 0 && u.sysname[0] == 'L')
    reach_error();
  return 0;
}
