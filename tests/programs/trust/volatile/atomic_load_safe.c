// expect: safe
// because: nobody changes an object that is not volatile
extern void reach_error(void);
int flag;
int main(void) {
  flag = 1;
  if (__atomic_load_n(&flag, __ATOMIC_SEQ_CST) != 1)
    reach_error();
  return 0;
}
