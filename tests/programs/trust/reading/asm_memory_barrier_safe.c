// expect: safe
// ring: first
// because: an empty one does nothing
extern void reach_error(void);
int shared;
int main(void) {
  shared = 5;
  asm volatile("" : : : "memory");
  if (shared != 5)
      reach_error();
  return 0;
}
