// expect: safe
// because: find cannot know mine
extern void reach_error(void);
extern int *find(void);
static int mine = 1;
int main(void) {
  int *p = find();
  if (p)
    *p = 2;
  if (mine != 1)
    reach_error();
  return 0;
}
