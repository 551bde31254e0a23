// expect: safe
// with: in_condition.other.c
// because: y was not given away
extern void reach_error(void);
extern int more(int *p);
int main(void) {
  int x = 5, y = 5;
  while (more(&x))
    ;
  if (y != 5)
    reach_error();
  return 0;
}
