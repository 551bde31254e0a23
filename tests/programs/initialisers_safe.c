// expect: safe
// run: -> end 0
// because: elided braces, designators and what follows a designator fill the parts the standard says
extern void reach_error(void);
struct point { int x, y; };
struct shape { struct point at[2]; short side; char name[4]; union { int i; char c; }; };
static struct shape s = {.at[1].x = 4, 5, 6, "ab", {.c = 'z'}};
static int grid[3][2] = {1, 2, {3}, [2][1] = 9};
static int range[] = {[1 ... 3] = 7, 8, [0] = 5};
static int zero[4];
int main(void) {
  if (s.at[0].x || s.at[1].x != 4 || s.at[1].y != 5 || s.side != 6 || s.name[1] != 'b' || s.name[2])
    reach_error();
  if (s.i != 'z' || grid[0][1] != 2 || grid[1][0] != 3 || grid[1][1] || grid[2][0] || grid[2][1] != 9)
    reach_error();
  if (sizeof range != 5 * sizeof(int) || range[0] != 5 || range[3] != 7 || range[4] != 8 || zero[3])
    reach_error();
  return 0;
}
