// expect: unsafe
// because: read_sensor may store 7
extern void reach_error(void);
extern int read_sensor(int *);
int main(void) {
  int value = 3;
  read_sensor(&value);
  if (value == 7)
    reach_error();
  return 0;
}
