/* Functions of the C library as loops over single bytes.

   Every byte that a call must be able to touch is touched here, and no other one: what C wants to
   be a whole string is walked to its end (the texts of strstr, the sets of strspn and its kin); what
   may end earlier (strchr, strcmp) ends there. Nothing is called but malloc, nothing can overflow,
   and bytes are read as char, the type that texts have in programs. */

typedef unsigned long size_t; /* in both data models */

void *malloc(size_t size);

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length] != 0)
    length++;
  return length;
}

size_t strnlen(const char *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length] != 0)
    length++;
  return length;
}

char *strcpy(char *target, const char *source) {
  size_t at = 0;
  char byte = source[0];
  while (byte != 0) {
    target[at] = byte;
    at++;
    byte = source[at];
  }
  target[at] = 0;
  return target;
}

char *stpcpy(char *target, const char *source) {
  size_t at = 0;
  char byte = source[0];
  while (byte != 0) {
    target[at] = byte;
    at++;
    byte = source[at];
  }
  target[at] = 0;
  return target + at;
}

char *strncpy(char *target, const char *source, size_t size) {
  size_t at = 0;
  while (at < size) {
    char byte = source[at];
    if (byte == 0)
      break;
    target[at] = byte;
    at++;
  }
  while (at < size) {
    target[at] = 0;
    at++;
  }
  return target;
}

char *strcat(char *target, const char *source) {
  size_t end = 0, at = 0;
  while (target[end] != 0)
    end++;
  char byte = source[0];
  while (byte != 0) {
    target[end] = byte;
    end++;
    at++;
    byte = source[at];
  }
  target[end] = 0;
  return target;
}

char *strncat(char *target, const char *source, size_t most) {
  size_t end = 0, at = 0;
  while (target[end] != 0)
    end++;
  while (at < most) {
    char byte = source[at];
    if (byte == 0)
      break;
    target[end] = byte;
    end++;
    at++;
  }
  target[end] = 0;
  return target;
}

int strcmp(const char *left, const char *right) {
  size_t at = 0;
  char first, second;
  do {
    first = left[at];
    second = right[at];
    at++;
  } while (first == second && first != 0);
  return (unsigned char)first - (unsigned char)second;
}

int strncmp(const char *left, const char *right, size_t most) {
  size_t at = 0;
  while (at < most) {
    char first = left[at], second = right[at];
    if (first != second)
      return (unsigned char)first - (unsigned char)second;
    if (first == 0)
      return 0;
    at++;
  }
  return 0;
}

int strcasecmp(const char *left, const char *right) {
  size_t at = 0;
  char first, second;
  do {
    first = left[at];
    second = right[at];
    if (first >= 'A' && first <= 'Z')
      first = (char)(first + 32);
    if (second >= 'A' && second <= 'Z')
      second = (char)(second + 32);
    at++;
  } while (first == second && first != 0);
  return (unsigned char)first - (unsigned char)second;
}

int strncasecmp(const char *left, const char *right, size_t most) {
  size_t at = 0;
  while (at < most) {
    char first = left[at], second = right[at];
    if (first >= 'A' && first <= 'Z')
      first = (char)(first + 32);
    if (second >= 'A' && second <= 'Z')
      second = (char)(second + 32);
    if (first != second)
      return (unsigned char)first - (unsigned char)second;
    if (first == 0)
      return 0;
    at++;
  }
  return 0;
}

char *strchr(const char *text, int wanted) {
  size_t at = 0;
  char byte = text[0];
  while (byte != (char)wanted) {
    if (byte == 0)
      return 0;
    at++;
    byte = text[at];
  }
  return (char *)text + at;
}

char *strrchr(const char *text, int wanted) {
  size_t at = 0;
  char *found = 0;
  char byte;
  do {
    byte = text[at];
    if (byte == (char)wanted)
      found = (char *)text + at;
    at++;
  } while (byte != 0);
  return found;
}

char *strstr(const char *text, const char *part) {
  size_t end = 0, length = 0, at = 0;
  while (text[end] != 0)
    end++;
  while (part[length] != 0)
    length++;
  while (end - at >= length) {
    size_t same = 0;
    while (same < length && text[at + same] == part[same])
      same++;
    if (same == length)
      return (char *)text + at;
    at++;
  }
  return 0;
}

size_t strspn(const char *text, const char *set) {
  size_t count = 0, at = 0;
  while (set[count] != 0)
    count++;
  for (char byte = text[0]; byte != 0; byte = text[at]) {
    size_t other = 0;
    while (other < count && set[other] != byte)
      other++;
    if (other == count)
      break;
    at++;
  }
  return at;
}

size_t strcspn(const char *text, const char *set) {
  size_t count = 0, at = 0;
  while (set[count] != 0)
    count++;
  for (char byte = text[0]; byte != 0; byte = text[at]) {
    size_t other = 0;
    while (other < count && set[other] != byte)
      other++;
    if (other < count)
      break;
    at++;
  }
  return at;
}

char *strpbrk(const char *text, const char *set) {
  size_t count = 0, at = 0;
  while (set[count] != 0)
    count++;
  for (char byte = text[0]; byte != 0; byte = text[at]) {
    size_t other = 0;
    while (other < count && set[other] != byte)
      other++;
    if (other < count)
      return (char *)text + at;
    at++;
  }
  return 0;
}

char *strdup(const char *text) {
  size_t length = 0;
  while (text[length] != 0)
    length++;
  char *copy = malloc(length + 1);
  if (copy != 0)
    for (size_t at = 0; at <= length; at++)
      copy[at] = text[at];
  return copy;
}

char *strndup(const char *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length] != 0)
    length++;
  char *copy = malloc(length + 1);
  if (copy != 0) {
    for (size_t at = 0; at < length; at++)
      copy[at] = text[at];
    copy[length] = 0;
  }
  return copy;
}

void *memchr(const void *block, int wanted, size_t size) {
  const char *bytes = block;
  size_t at = 0;
  while (at < size) {
    if (bytes[at] == (char)wanted)
      return (char *)bytes + at;
    at++;
  }
  return 0;
}

/* All bytes are compared, those behind a difference too: C lets no caller count on less. */
int memcmp(const void *left, const void *right, size_t size) {
  const char *first = left, *second = right;
  int order = 0;
  for (size_t at = 0; at < size; at++) {
    char one = first[at], other = second[at];
    if (order == 0)
      order = (unsigned char)one - (unsigned char)other;
  }
  return order;
}

/* What perror prints, if anything. */
void perror(const char *text) {
  size_t at = 0;
  if (text != 0)
    while (text[at] != 0)
      at++;
}

/* A block that is read and nothing else. */
void __maul_touch(const char *block, size_t size) {
  char byte;
  for (size_t at = 0; at < size; at++)
    byte = block[at];
}

/* What sprintf and snprintf write, piece by piece. `size` is the room that snprintf is told of; a
   piece begins at `at` and ends where the next one begins. */

size_t __maul_put_text(char *target, size_t size, size_t at, const char *text, size_t most) {
  size_t taken = 0;
  while (taken < most) {
    char byte = text[taken];
    if (byte == 0)
      break;
    taken++;
    if (at + 1 < size)
      target[at] = byte;
    at++;
  }
  return at;
}

/* A text in a field of a width, at its left side or at its right side. */
size_t __maul_put_field(char *target, size_t size, size_t at, const char *text, size_t most,
                        size_t width, int is_left) {
  size_t length = 0, before = 0, end;
  while (length < most && text[length] != 0)
    length++;
  end = at + (length < width ? width : length);
  if (is_left == 0 && length < width)
    before = width - length;
  for (size_t place = 0; at < end; place++) {
    char byte = ' ';
    if (place >= before && place - before < length)
      byte = text[place - before];
    if (at + 1 < size)
      target[at] = byte;
    at++;
  }
  return end;
}

size_t __maul_put_byte(char *target, size_t size, size_t at, int byte) {
  if (at + 1 < size)
    target[at] = (char)byte;
  return at + 1;
}

/* A number in a field of a width, behind its sign: `fill` is what there is before it, `letter` the
   digit that stands for ten. */
size_t __maul_put_unsigned(char *target, size_t size, size_t at, unsigned long long number,
                           unsigned base, int letter, size_t width, int fill) {
  unsigned long long rest = number / base;
  size_t digits = 1;
  while (rest != 0) {
    rest = rest / base;
    digits++;
  }
  size_t end = at + (digits < width ? width : digits);
  for (size_t place = end; place > at; place--) {
    char byte = (char)fill;
    if (end - place < digits) {
      unsigned digit = (unsigned)(number % base);
      number = number / base;
      byte = (char)(digit < 10 ? '0' + digit : (unsigned)letter + (digit - 10));
    }
    if (place < size)
      target[place - 1] = byte;
  }
  return end;
}

size_t __maul_put_signed(char *target, size_t size, size_t at, long long value, size_t width,
                         int fill) {
  unsigned long long number = value < 0 ? 0ull - (unsigned long long)value : (unsigned long long)value;
  unsigned long long rest = number / 10;
  size_t digits = 1, sign = value < 0 ? 1 : 0;
  while (rest != 0) {
    rest = rest / 10;
    digits++;
  }
  size_t used = sign + digits, end = at + (used < width ? width : used);
  /* The sign stands before the zeros that fill a field, and behind the blanks. */
  size_t signed_at = fill == '0' ? at : end - used;
  for (size_t place = end; place > at; place--) {
    char byte = (char)fill;
    if (end - place < digits) {
      byte = (char)('0' + (int)(number % 10));
      number = number / 10;
    } else if (sign != 0 && place - 1 == signed_at) {
      byte = '-';
    }
    if (place < size)
      target[place - 1] = byte;
  }
  return end;
}

void __maul_put_end(char *target, size_t size, size_t at) {
  if (size != 0)
    target[at < size ? at : size - 1] = 0;
}
