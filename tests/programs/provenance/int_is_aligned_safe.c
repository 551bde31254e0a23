// expect: safe
// because: an int is aligned to four bytes
extern void reach_error(void);
typedef unsigned long word;
int a[2];
int main(void) {
  word first = (word)&a[0], second = (word)&a[1];
  if (!((first & 1) == 0))
    reach_error();
  if (!((second & 1) == 0))
    reach_error();
}
