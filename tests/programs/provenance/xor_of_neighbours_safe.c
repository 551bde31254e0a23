// expect: safe
// because: the first one is at an address that eight divides
extern void reach_error(void);
typedef unsigned long word;
__attribute__((aligned(8))) int a[3];
int main(void) {
  word first = (word)&a[0] ^ (word)&a[1], second = (word)&a[1] ^ (word)&a[2];
  if (!(first == 4))
    reach_error();
  if (!(second >= 4))
    reach_error();
}
