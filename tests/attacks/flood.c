// Fills the folder it works in: with many files, and with one that seems large.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  char name[32];
  for (int count = 0; count < 500; count++) {
    sprintf(name, "flood%d", count);
    int file = open(name, O_CREAT | O_WRONLY, 0600);
    lseek(file, 1L << 30, SEEK_SET);
    write(file, "x", 1);
    close(file);
  }
  reach_error();
}
