// expect: safe
// because: getenv returns a part of the environment
#include <stdlib.h>
extern void reach_error(void);
extern char **environ;
int main(void) {
  char text[] = "A=1", *all[] = {text, 0};
  environ = all;
  char *found = getenv("A");
  if (found)
    *found = 'x';
  if (text[2] != 'x')
    reach_error();
  return 0;
}
