// expect: unsafe
// with: constant_member.other.c
// because: another member does not
extern void reach_error(void);
struct pair {
  const int fixed;
  int free;
};
extern void look(struct pair *pair);
int main(void) {
  struct pair own = {1, 1};
  look(&own);
  if (own.free != 1)
    reach_error();
  return 0;
}
