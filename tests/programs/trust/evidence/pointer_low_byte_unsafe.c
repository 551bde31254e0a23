// expect: unsafe
// because: an int is aligned to four bytes
extern void reach_error(void);
int main(void) {
  int x = 5, *p = &x;
  if ((*(unsigned char *)&p & 3) == 0)
    reach_error();
  return 0;
}
