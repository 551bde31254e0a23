/* Has a record with a pointer to an object of its own. */
static int own;
struct node {
  int number;
  int *place[2];
} root = {0, {&own, &own}};
