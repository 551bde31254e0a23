// expect: unsafe
// because: tick may set count to 100
extern void reach_error(void);
extern void tick(void);
unsigned count;
int main(void) {
  for (count = 0; count < 10; count++)
    tick();
  if (count != 10)
    reach_error();
  return 0;
}
