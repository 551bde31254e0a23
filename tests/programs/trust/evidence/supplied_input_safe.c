// expect: safe
// because: nothing can be read from a stream that is closed
#include <stdio.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  close(0);
  if (getchar() != EOF)
    reach_error();
  return 0;
}
