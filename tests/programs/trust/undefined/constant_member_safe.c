// expect: safe
// with: constant_member.other.c
// because: a member that is const stays as it is
extern void reach_error(void);
struct pair {
  const int fixed;
  int free;
};
extern void look(struct pair *pair);
int main(void) {
  struct pair own = {1, 1};
  look(&own);
  if (own.fixed != 1)
    reach_error();
  return 0;
}
