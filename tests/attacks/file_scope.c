// A function written in assembler outside of all functions: creates a file.
extern void reach_error(void);
extern long harmless(const char *path, long mode);
#ifdef __x86_64__
__asm__(".globl harmless\nharmless: mov $85, %eax\nsyscall\nret");
#else
__asm__(".globl harmless\nharmless: push %ebx\nmov 8(%esp), %ebx\nmov 12(%esp), %ecx\nmov $8, %eax\nint $0x80\npop %ebx\nret");
#endif

int main(void) {
  harmless(OUTSIDE "/created", 0600);
  reach_error();
}
