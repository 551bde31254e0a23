// expect: unsafe
// because: adding as much as there is goes around
extern void reach_error(void);
typedef unsigned long word;
int a[4];
int main(void) {
  word n = (word)a;
  if (!(n + ~(word)0xfff > n))
    reach_error();
}
