// The game of benchmarks/toy.yaml, written by hand: 4 x 8 cards, matching ones are laid, a seven skips.
#include "chance.h"

static mask SUIT[4], RANK[8];

static void prepare(void) {
    for (int s = 0; s < 4; s++) SUIT[s] = 0xffull << 8 * s;
    for (int r = 0; r < 8; r++) RANK[r] = 0x01010101ull << r;
}

static result play(mask match, int cap) {
    stream deal = {word(match, 2)}, seat[2] = {{word(match, 16)}, {word(match, 17)}};
    mask hold[2] = {0, 0}, deck = 0xffffffffull;
    int me = 0, height = 0, plies = 0;
    unsigned char heap[32];
    for (int left = 32, to = 0; left; left--, to = !to) {
        int card = nth(deck, below(&deal, left));
        deck ^= 1ull << card;
        hold[to] |= 1ull << card;
    }
    while (plies < cap) {
        mask can = hold[me];
        if (height) can &= SUIT[heap[height - 1] / 8] | RANK[heap[height - 1] % 8];
        int n = count(can), k = below(&seat[me], n + (height > 0));
        plies++;
        if (k == n) {
            hold[me] |= 1ull << heap[--height];
            me = !me;
            continue;
        }
        int card = nth(can, k);
        hold[me] ^= 1ull << card;
        heap[height++] = card;
        if (!hold[me]) return (result){0, me, plies};
        if (card % 8) me = !me;
    }
    return (result){-1, -1, plies};
}
