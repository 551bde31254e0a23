// expect: safe
// ring: first
// with: global.other.c
// because: no other file knows a static variable
extern void reach_error(void);
extern void change(void);
static int kept = 5;
int shared = 5;
int main(void) {
  change();
  if (kept != 5)
    reach_error();
  return 0;
}
