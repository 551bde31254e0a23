// Nothing was put on the shelf, so it is empty; that it has at most 4 places does not matter.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned places = __VERIFIER_nondet_uint();
  if (places > 4) return 0;
  unsigned put = 0;
  while (put < places) put = put + 1;
  unsigned taken = 0;
  if (taken < places && put == 0) reach_error();
  return 0;
}
