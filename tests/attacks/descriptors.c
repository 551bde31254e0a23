// Writes to every file that was left open.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  for (int file = 3; file < 256; file++)
    write(file, "spoiled", 7);
  reach_error();
}
