// A counter is looked at once, before it counts: what is known of it does not matter in the loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int parts = 0, jammed = 0;
  if (parts != 0) reach_error();
  while (parts < 500 && __VERIFIER_nondet_int()) {
    if (jammed) reach_error();
    parts++;
  }
  return 0;
}
