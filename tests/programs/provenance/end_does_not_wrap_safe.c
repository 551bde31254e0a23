// expect: safe
// because: an object does not go around the end of the address space
extern void reach_error(void);
typedef unsigned long word;
int a[4];
int main(void) {
  word n = (word)a;
  if (!(n + sizeof a > n))
    reach_error();
}
