// expect: unsafe
// run: 3,1 -> error
// because: the address of a function that has no body, or cannot lead to the error, is in the layout
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void handler(int);

static int ready;

static void harmless(int n) {
  ready = ready + (n & 0);
}

struct device {
  void (*open)(int);
  void (*close)(int);
  int count;
};

int main(void) {
  struct device device = {handler, harmless, 0};
  struct device *used = &device;
  ready = 1;
  while (__VERIFIER_nondet_int() > 2) {
    if (used->open == 0 || used->close == 0)
      used->count = used->count + 1;
  }
  if (ready == 1)
    reach_error();
  return 0;
}
