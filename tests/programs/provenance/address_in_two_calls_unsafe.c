// expect: unsafe
// truth: -O0 only
// because: a variable of a function lies elsewhere when the function is called from elsewhere
extern void reach_error(void);
typedef unsigned long word;
word place(void) {
  int here = 0;
  return (word)&here + 1;
}
word deeper(void) {
  int room[50];
  room[0] = 1;
  return place() + room[0] - 1;
}
int main(void) {
  word one = place();
  word other = deeper();
  if (one != other)
    reach_error();
  return 0;
}
