// refused: 4: vector
typedef int four __attribute__((vector_size(16)));
int main(void) {
  four v = {1, 2, 3, 4};
  v = v + v;
  return v[0];
}
