// expect: unsafe
// because: the line may have an x in it
extern void reach_error(void);
extern void read_line(char *, unsigned long);
int main(void) {
  char line[8] = "";
  read_line(line, sizeof line);
  if (line[3] == 'x')
    reach_error();
  return 0;
}
