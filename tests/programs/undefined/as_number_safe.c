// expect: safe
// because: a size is no address
extern void reach_error(void);
extern void poke(unsigned long);
int main(void) {
  int x = 1;
  poke(sizeof x);
  if (x != 1)
    reach_error();
  return 0;
}
