// expect: safe
// ring: first
// with: result_is_global.other.c
// because: nobody knows the static variable
extern void reach_error(void);
extern int *where(void);
static int kept = 5;
int shared = 5;
int main(void) {
  *where() = 6;
  if (kept != 5)
    reach_error();
  return 0;
}
