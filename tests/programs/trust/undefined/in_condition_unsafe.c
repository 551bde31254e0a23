// expect: unsafe
// with: in_condition.other.c
// because: the condition of a loop writes
extern void reach_error(void);
extern int more(int *p);
int main(void) {
  int x = 5;
  while (more(&x))
    ;
  if (x != 5)
    reach_error();
  return 0;
}
