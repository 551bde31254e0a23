// expect: unsafe
// run: 5, 3, 8 -> end 0
// run: 5, 3, 3 -> error
// because: equal keys go to the right, so the child may have the same key
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct tree { struct tree *left, *right; int key; };
static struct tree *inserted(struct tree *root, int key) {
  struct tree *fresh = malloc(sizeof *fresh), *p = root;
  fresh->left = fresh->right = NULL;
  fresh->key = key;
  while (p) {
    struct tree **way = key < p->key ? &p->left : &p->right;
    if (!*way) {
      *way = fresh;
      return root;
    }
    p = *way;
  }
  return fresh;
}
int main(void) {
  struct tree *root = NULL;
  for (int i = 0; i < 3; i++)
    root = inserted(root, __VERIFIER_nondet_int());
  if (root->left && root->left->right && root->left->right->key == root->left->key)
    reach_error();
  return 0;
}
