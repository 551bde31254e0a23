// expect: safe
// because: what a literal holds
extern void reach_error(void);
int main(void) {
  const char *a = "abc";
  if (a[1] != 'b')
    reach_error();
  return 0;
}
