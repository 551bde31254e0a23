// expect: safe
// because: a static variable lies where it lies, whoever asks
extern void reach_error(void);
typedef unsigned long word;
word place(void) {
  static int here;
  here++;
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
