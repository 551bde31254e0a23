// expect: safe
// because: nobody changes an object that is not volatile
extern void reach_error(void);
int flag;
int main(void) {
  flag = 1;
  if (__sync_fetch_and_add(&flag, 0) != 1)
    reach_error();
  return 0;
}
