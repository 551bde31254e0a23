// expect: safe
// must: decided
// because: a tentative definition is zero
extern void reach_error(void);
int level;
int level;
int main(void) {
  if (level != 0)
    reach_error();
  return 0;
}
