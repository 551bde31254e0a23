// expect: unsafe
// run: -> error
// because: the text of a string literal is no name of an activation, whatever is in it
extern void reach_error(void);
static char first(const char *text) { return text[0]; }
int main(void) {
  if (first("mail @ home") == 'm')
    reach_error();
  return 0;
}
