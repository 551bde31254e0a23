/* Writes what its argument leads to. */
struct box {
  int *inside;
};
void change(struct box *p) { *p->inside = 6; }
