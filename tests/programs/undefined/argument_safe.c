// expect: safe
// because: nobody else knows where limit is
extern void reach_error(void);
extern int read_sensor(int *);
int main(void) {
  int value = 3, limit = 5;
  read_sensor(&value);
  if (limit != 5)
    reach_error();
  return 0;
}
