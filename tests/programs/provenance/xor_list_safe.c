// expect: safe
// because: each link is the xor of both neighbours
extern void reach_error(void);
typedef unsigned long word;
struct node { int value; word link; };
int main(void) {
  struct node a = {1, 0}, b = {2, 0}, c = {3, 0};
  a.link = (word)&b;
  b.link = (word)&a ^ (word)&c;
  c.link = (word)&b;
  struct node *before = 0, *at = &a;
  int sum = 0;
  for (int i = 0; at && i < 4; i++) {
    sum += at->value;
    struct node *next = (struct node *)(at->link ^ (word)before);
    before = at;
    at = next;
  }
  if (!(sum == 6))
    reach_error();
}
