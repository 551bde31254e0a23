/* Writes what its argument leads to. */
struct box {
  int *inside;
};
void change(struct box b) { *b.inside = 6; }
