// expect: unsafe
// because: the layout is that of another compiler
extern void reach_error(void);
struct __attribute__((ms_struct)) odd {
  char a : 4;
  int b : 4;
};
int main(void) {
  if (sizeof(struct odd) == 8)
      reach_error();
  return 0;
}
