// expect: unsafe
// truth: -O0 only
// because: the offset is a number in the first page
extern void reach_error(void);
typedef unsigned long word;
struct record { int a; int b; };
struct record r;
int main(void) {
  struct record *p = 0;
  word n = (word)&p->b;
  if (!(n >= 4096))
    reach_error();
}
