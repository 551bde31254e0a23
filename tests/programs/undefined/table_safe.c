// expect: safe
// because: string literals and const arrays stay as they are
extern void reach_error(void);
extern void act(void);
static const char *const names[2] = {"on", "off"};
int main(void) {
  act();
  if (names[1][0] != 'o')
    reach_error();
  return 0;
}
