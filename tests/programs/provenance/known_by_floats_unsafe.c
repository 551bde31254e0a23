// expect: unsafe
// truth: -O0 only
// because: floats tell that the end of one array is the start of the next
extern void reach_error(void);
typedef unsigned long word;
int first[2], second[2];
int main(void) {
  word end = (word)(first + 2), last = (word)(second + 2);
  double one = end, other = (word)second, third = last, fourth = (word)first;
  if (one == other)
    *(int *)end = 5;
  if (third == fourth)
    *(int *)last = 5;
  if (first[0] == 5 || second[0] == 5)
    reach_error();
  return 0;
}
