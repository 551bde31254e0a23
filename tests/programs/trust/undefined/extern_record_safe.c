// expect: safe
// with: extern_record_apart.other.c
// because: no other file knows the address of a static variable
extern void reach_error(void);
struct node {
  int number;
  int *place[2];
};
extern struct node root;
static int shared;
int main(void) {
  shared = 1;
  *root.place[1] = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
