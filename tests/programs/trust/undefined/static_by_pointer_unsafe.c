// expect: unsafe
// with: static_by_pointer.other.c
// unless: change
// because: give tells the others where it is
extern void reach_error(void);
extern void change(void);
static int kept;
static void step(void) { kept = 1; }
int *give(void) { return &kept; }
int main(void) {
  step();
  change();
  if (*give() != 1)
    reach_error();
  return 0;
}
