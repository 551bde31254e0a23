// expect: safe
// because: a copied record holds the same pointer
extern void reach_error(void);
struct record { char tag; int *pointer; };
int x = 5, y = 6;
int main(void) {
  struct record r = {'r', &x}, s = {'s', &y}, t;
  t = r;
  r = s;
  if (!(*t.pointer == 5 && *r.pointer == 6))
    reach_error();
}
