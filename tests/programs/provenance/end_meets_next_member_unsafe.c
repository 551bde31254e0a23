// expect: unsafe
// because: there is padding in front of the second one
extern void reach_error(void);
struct pair { char first; int second; };
int main(void) {
  struct pair p = {1, 2};
  char *end = (char *)(&p.first + 1);
  if (!(end == (char *)&p.second))
    reach_error();
}
