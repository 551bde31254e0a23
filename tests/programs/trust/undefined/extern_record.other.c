/* Has a record with a pointer to a global of the program. */
extern int shared;
static int own;
struct node {
  int number;
  int *place[2];
} root = {0, {&own, &shared}};
