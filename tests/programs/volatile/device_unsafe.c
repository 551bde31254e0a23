// expect: unsafe
// because: a register need not hold what was written
extern void reach_error(void);
struct device {
  volatile unsigned data, status;
};
#define DEVICE ((struct device *)0x4000)
int main(void) {
  DEVICE->data = 1;
  if (DEVICE->data == 2)
    reach_error();
  return 0;
}
