// expect: unsafe
// truth: -O0 only
// because: the end of one array may be the start of the next, and the number leads there
extern void reach_error(void);
typedef unsigned long word;
int first[2], second[2];
int main(void) {
  word end = (word)(first + 2), last = (word)(second + 2);
  if (end == (word)second)
    *(int *)end = 5;
  if (last == (word)first)
    *(int *)last = 5;
  if (first[0] == 5 || second[0] == 5)
    reach_error();
  return 0;
}
