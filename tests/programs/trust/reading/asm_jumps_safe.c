// expect: safe
// ring: first
// because: it jumps to where it would go anyway
extern void reach_error(void);
int main(void) {
  asm volatile("jmp 1f\n1:");
  if (0)
    reach_error();
  return 0;
}
