// Two conditions refute the way to the error. To refute it by the first one means to count.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int rounds = 0, open = 0;
  while (rounds < 300 && __VERIFIER_nondet_int()) rounds++;
  if (rounds > 300 && open) reach_error();
  return 0;
}
