// expect: unsafe
// with: extern_record.other.c
// because: a pointer in a record of another file may lead to a global of this one
extern void reach_error(void);
struct node {
  int number;
  int *place[2];
};
extern struct node root;
int shared;
int main(void) {
  shared = 1;
  *root.place[1] = 2;
  if (shared != 1)
    reach_error();
  return 0;
}
