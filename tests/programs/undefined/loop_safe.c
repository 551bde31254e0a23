// expect: safe
// because: tick does not know count
extern void reach_error(void);
extern void tick(void);
static unsigned count;
int main(void) {
  for (count = 0; count < 10; count++)
    tick();
  if (count != 10)
    reach_error();
  return 0;
}
