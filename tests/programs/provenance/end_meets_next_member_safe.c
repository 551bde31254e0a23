// expect: safe
// because: two members of one type follow each other without padding
extern void reach_error(void);
struct pair { int first; int second; };
int main(void) {
  struct pair p = {1, 2};
  char *end = (char *)(&p.first + 1);
  if (!(end == (char *)&p.second))
    reach_error();
}
