// expect: safe
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
int remove;
int main(void) {
  remove = 3;
  if (remove != 3)
      reach_error();
  return 0;
}
