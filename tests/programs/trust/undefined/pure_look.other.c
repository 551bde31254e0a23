/* Changes nothing. */
void look(const int *p) { (void)*p; }
