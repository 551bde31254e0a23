// expect: safe
// with: constant_local_kept.other.c
// because: an object that is const stays as it is
extern void reach_error(void);
extern void look(const int *pointer);
int main(void) {
  const int own = 7;
  const int *way = &own;
  look(way);
  if (own != 7)
    reach_error();
  return 0;
}
