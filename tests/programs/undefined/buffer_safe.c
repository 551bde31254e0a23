// expect: safe
// because: the other buffer was not given away
extern void reach_error(void);
extern void read_line(char *, unsigned long);
int main(void) {
  char line[8] = "", other[8] = "abc";
  read_line(line, sizeof line);
  if (other[1] != 'b')
    reach_error();
  return 0;
}
