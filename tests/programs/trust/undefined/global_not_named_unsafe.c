// expect: unsafe
// with: global_not_named.other.c
// because: a global that main does not name tells other files where the variable is
extern void reach_error(void);
extern void change(void);
static int kept;
int *leading = &kept;
int main(void) {
  kept = 1;
  change();
  if (kept != 1)
    reach_error();
  return 0;
}
