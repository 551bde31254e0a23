// expect: safe
// ring: first
// must: decided
// because: an empty one does nothing
extern void reach_error(void);
int main(void) {
  int x = 5;
  asm volatile("");
  if (x != 5)
      reach_error();
  return 0;
}
