// expect: unsafe
// because: of two pairs of neighbours one differs in more bits
extern void reach_error(void);
typedef unsigned long word;
__attribute__((aligned(4))) int a[3];
int main(void) {
  word first = (word)&a[0] ^ (word)&a[1], second = (word)&a[1] ^ (word)&a[2];
  if (!(first == 4 && second == 4))
    reach_error();
  if (!(second >= 4))
    reach_error();
}
