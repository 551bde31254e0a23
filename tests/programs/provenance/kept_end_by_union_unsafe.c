// expect: unsafe
// truth: -O0 only
// because: a union makes the number of an end the pointer to the next variable
extern void reach_error(void);
typedef unsigned long word;
union view {
  word number;
  int *pointer;
};
int first[2], second[2];
int main(void) {
  union view end, last;
  end.number = (word)(first + 2);
  last.number = (word)(second + 2);
  if (end.number == (word)second)
    *end.pointer = 5;
  if (last.number == (word)first)
    *last.pointer = 5;
  if (first[0] == 5 || second[0] == 5)
    reach_error();
  return 0;
}
