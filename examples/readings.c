/* Readings of a sensor: the last of them are kept, and their mean is told. There may be none. */
// property: undefined-behaviour
// run: 2,20,40 -> normal end
// run: 0 -> error reached
extern int __VERIFIER_nondet_int(void);

static int kept[8];

int main(void)
{
    int count = __VERIFIER_nondet_int(), sum = 0;

    if (count < 0 || count > 8)
        count = 8;
    for (int i = 0; i < count; i++) {
        kept[i] = __VERIFIER_nondet_int() & 0xff;
        sum += kept[i];
    }
    return sum / count;
}

// verify: FALSE
