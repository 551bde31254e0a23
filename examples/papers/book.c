// A book of sixteen pages is printed twice. Each page takes the press and gives it back; how many
// lines it has comes from outside. What a page does is the same wherever it stands in the book.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int taken;

static void page(void) {
  unsigned lines = __VERIFIER_nondet_uint();
  if (taken)
    reach_error();
  taken = 1;
  while (lines > 0) {
    if (!taken)
      reach_error();
    lines--;
  }
  taken = 0;
}

static void sheet(void) {
  page();
  page();
}

static void quire(void) {
  sheet();
  sheet();
}

static void part(void) {
  quire();
  quire();
}

static void book(void) {
  part();
  part();
}

int main(void) {
  book();
  book();
  return 0;
}

// verify: TRUE
