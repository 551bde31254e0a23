// expect: unsafe
// because: a packed enumeration takes the smallest type
extern void reach_error(void);
enum __attribute__((packed)) small { ONE, TWO };
int main(void) {
  if (sizeof(enum small) == 1)
      reach_error();
  return 0;
}
