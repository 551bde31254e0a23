// expect: safe
// ring: first
// because: nothing happens after an undefined instruction
extern void reach_error(void);
int main(void) {
  asm volatile("ud2");
  reach_error();
  return 0;
}
