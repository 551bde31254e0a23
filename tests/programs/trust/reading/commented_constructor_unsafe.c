// expect: unsafe
// because: a comment between the words of an attribute hides nothing
extern void reach_error(void);
static int g;
__attribute__ /* early */ ((constructor)) static void early(void) { g = 1; }
int main(void) {
  if (g)
    reach_error();
  return 0;
}
