// expect: unsafe
// ring: first
// with: result_is_global.other.c
// because: the result may point to a global variable
extern void reach_error(void);
extern int *where(void);
static int kept = 5;
int shared = 5;
int main(void) {
  *where() = 6;
  if (shared != 5)
    reach_error();
  return 0;
}
