// expect: safe
// options: --execute never
// because: dup2 returns -1 or its second argument, which no replay knows
extern void reach_error(void);
extern int dup2(int, int);
int main(void) {
  if (dup2(0, 1) > 1)
    reach_error();
  return 0;
}
