// expect: safe
// because: gcc packs the characters
extern void reach_error(void);
int main(void) {
  if ('ab' != 'a' * 256 + 'b')
      reach_error();
  return 0;
}
