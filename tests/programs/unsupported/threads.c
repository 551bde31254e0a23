// refused: 6: pthread_create
#include <pthread.h>
static void *run(void *p) { return p; }
int main(void) {
  pthread_t t;
  return pthread_create(&t, 0, run, 0);
}
