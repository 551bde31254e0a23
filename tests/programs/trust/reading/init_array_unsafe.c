// expect: unsafe
// ring: first
// because: the function runs before main
extern void reach_error(void);
static int x = 5;
static void early(void) { x = 6; }
__attribute__((section(".init_array"), used)) static void (*const hook)(void) = early;
int main(void) {
  if (x != 5)
    reach_error();
  return 0;
}
