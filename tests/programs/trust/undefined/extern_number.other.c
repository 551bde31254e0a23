/* The number is the address of a global. */
extern int shared;
long number = (long)&shared;
