// expect: safe
// with: global_not_named_apart.other.c
// because: no global tells other files where the variable is
extern void reach_error(void);
extern void change(void);
static int kept;
int *leading;
int main(void) {
  kept = 1;
  change();
  if (kept != 1)
    reach_error();
  return 0;
}
