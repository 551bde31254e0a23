// expect: unsafe
// because: an address is an index like any other number, and nobody knows which
extern void reach_error(void);
typedef unsigned long word;
static unsigned char marks[256];
int here;
int main(void) {
  word kept = (word)&here;
  unsigned char low = (unsigned char)(kept >> 4);
  marks[low] = 1;
  for (unsigned i = 0; i < 256; i++)
    if (marks[i] && i != 77)
      reach_error();
  return 0;
}
