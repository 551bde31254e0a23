// expect: safe
// with: named_as_in_library.other.c
// because: it changes what it can reach, and that is repaired
extern void reach_error(void);
extern int index(void);
static int own;
int *way = &own;
int main(void) {
  own = 1;
  index();
  own = 1;
  if (own != 1)
    reach_error();
  return 0;
}
