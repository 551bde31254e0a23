// expect: unsafe
// must: decided
// because: the name belongs to the program
extern void reach_error(void);
int read;
int main(void) {
  read = 3;
  if (read == 3)
      reach_error();
  return 0;
}
