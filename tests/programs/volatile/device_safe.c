// expect: safe
// because: n is no register
extern void reach_error(void);
struct device {
  volatile unsigned data, status;
};
#define DEVICE ((struct device *)0x4000)
int main(void) {
  unsigned n = 0;
  while (n < 3 && !(DEVICE->status & 1))
    n++;
  if (n > 3)
    reach_error();
  return 0;
}
