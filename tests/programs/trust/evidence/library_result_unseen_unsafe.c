// expect: unsafe
// options: --execute never
// must: decided
// because: whatever dup2 returns
extern void reach_error(void);
extern int dup2(int, int);
int main(void) {
  if (dup2(0, 1) != 7)
    reach_error();
  return 0;
}
