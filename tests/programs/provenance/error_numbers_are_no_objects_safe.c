// expect: safe
// because: the last page of the address space holds no object
extern void reach_error(void);
typedef unsigned long word;
int a[2];
int main(void) {
  word n = (word)&a[1];
  if (!(n < (word)-4095 && n > 4095))
    reach_error();
}
