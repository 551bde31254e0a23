// expect: safe
// with: changes_nothing.other.c
// because: nobody outside has the address
extern void reach_error(void);
extern void change(void);
static int kept;
static void step(void) { kept = 1; }
int main(void) {
  step();
  change();
  if (kept != 1)
    reach_error();
  return 0;
}
