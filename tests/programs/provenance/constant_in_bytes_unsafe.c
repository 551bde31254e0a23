// expect: unsafe
// because: a constant pointer is itself after it was bytes
extern void reach_error(void);
int main(void) {
  union {
    int *whole;
    unsigned char parts[sizeof(int *)];
  } at;
  int *device = (int *)0x08050000;
  at.whole = device;
  if (at.whole == device)
    reach_error();
}
