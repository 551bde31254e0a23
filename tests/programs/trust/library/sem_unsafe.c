// expect: unsafe
// because: sem_getvalue stores the value
#include <semaphore.h>
extern void reach_error(void);
int main(void) {
  sem_t s;
  int v = 99;
  sem_init(&s, 0, 3);
  sem_getvalue(&s, &v);
  if (v == 3)
      reach_error();
  return 0;
}
