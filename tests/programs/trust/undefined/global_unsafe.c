// expect: unsafe
// ring: first
// with: global.other.c
// because: other files may know a global variable
extern void reach_error(void);
extern void change(void);
static int kept = 5;
int shared = 5;
int main(void) {
  change();
  if (shared != 5)
    reach_error();
  return 0;
}
