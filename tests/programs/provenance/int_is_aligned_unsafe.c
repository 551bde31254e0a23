// expect: unsafe
// because: of two neighbouring chars one is at an odd address
extern void reach_error(void);
typedef unsigned long word;
char a[2];
int main(void) {
  word first = (word)&a[0], second = (word)&a[1];
  if (!((first & 1) == 0))
    reach_error();
  if (!((second & 1) == 0))
    reach_error();
}
