// expect: unsafe
// ring: first
// because: the function runs before main
extern void reach_error(void);
static int x = 5;
__attribute__((constructor)) static void early(void) { x = 6; }
int main(void) {
  if (x != 5)
    reach_error();
  return 0;
}
