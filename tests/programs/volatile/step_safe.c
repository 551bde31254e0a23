// expect: safe
// because: the type bounds the value
extern void reach_error(void);
int main(void) {
  volatile unsigned char n = 0;
  int old = n++;
  if (old > 255)
    reach_error();
  return 0;
}
