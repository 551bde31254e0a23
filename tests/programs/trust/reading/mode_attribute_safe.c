// expect: safe
// because: QI is one byte
extern void reach_error(void);
typedef int __attribute__((mode(QI))) small;
int main(void) {
  small n = (small)300;
  if (!(sizeof n == 1 && n == 44))
      reach_error();
  return 0;
}
