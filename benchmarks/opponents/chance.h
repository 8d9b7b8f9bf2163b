// Chance as docs/random.md has it, and what the games written by hand in C share: one match at a time, in place.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t mask;
typedef struct { mask key; } stream;
typedef struct { int ending, by, plies; } result;

static const mask STEP = 0x9E3779B97F4A7C15ull;

static inline mask mix(mask z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static inline mask word(mask key, mask i) { return mix(key + (i + 1) * STEP); }

static inline mask next(stream *s) { return mix(s->key += STEP) >> 32; }

static inline unsigned below(stream *s, unsigned n) {
    if (n == 1) return 0;
    mask m = next(s) * n;
    if ((uint32_t)m < n) {
        mask unfair = (0x100000000ull - n) % n;
        while ((uint32_t)m < unfair) m = next(s) * n;
    }
    return m >> 32;
}

static inline int count(mask m) { return __builtin_popcountll(m); }

static inline int nth(mask m, unsigned k) {
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(1ull << k, m));
#else
    while (k--) m &= m - 1;
    return __builtin_ctzll(m);
#endif
}

static void prepare(void);
static result play(mask match, int cap);

// game SEED FIRST COUNT CAP [rows]: the plies played and the processor time in seconds, or a line a match
int main(int argc, char **argv) {
    mask seed = word(0, strtoull(argv[1], 0, 10)), first = strtoull(argv[2], 0, 10);
    int n = atoi(argv[3]), cap = atoi(argv[4]);
    long plies = 0;
    prepare();
    struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (int i = 0; i < n; i++) {
        result r = play(word(seed, first + i), cap);
        plies += r.plies;
        if (argc > 5) printf("%d %d %d\n", r.ending, r.by, r.plies);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    if (argc <= 5) printf("%ld %.9f\n", plies, (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec));
    return 0;
}
