// expect: unsafe
// because: an attribute between digraphs is an attribute
extern void reach_error(void);
static int g;
<:<:gnu::constructor:>:> static void early(void) { g = 1; }
int main(void) {
  if (g)
    reach_error();
  return 0;
}
