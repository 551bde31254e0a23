// expect: unsafe
// with: constant_local.other.c
// because: a pointer to const protects nothing
extern void reach_error(void);
extern void look(const int *pointer);
int main(void) {
  int own = 7;
  const int *way = &own;
  look(way);
  if (own != 7)
    reach_error();
  return 0;
}
