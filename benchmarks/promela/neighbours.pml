/* The toy game of benchmarks/toy.yaml with all cards dealt in halves; player 0 begins, and a card of the lowest
   rank, which stands for the seven, lets the one who lays it go on. SUITS and RANKS are given with -D.

   One stored state a position: every move is one d_step, the deal is one atomic sequence. What is stored besides
   is the state before the deal. A card is its number, suit by suit, ranks ascending. */

#define CARDS (SUITS * RANKS)
#define SUIT(c) ((c) / RANKS)
#define RANK(c) ((c) % RANKS)
#define FITS(c) (SUIT(c) == SUIT(top) || RANK(c) == RANK(top))
#define LEGAL(c) ((hold[me] >> (c)) & 1 && (size == 0 || FITS(c)))

short hold[2];
byte heap[CARDS];
byte size;
byte top;       /* of the heap, 0 for none: a function of the heap, so it adds no state */
bit me;
bit over;
byte dealt;     /* cards so far, 0 once all are */
byte first;     /* of them to player 0 */

inline lay(c) {
  hold[me] = hold[me] & ~(1 << c);
  heap[size] = c;
  size++;
  top = c;
  over = hold[me] == 0;
  if
  :: RANK(c) != 0 -> me = 1 - me
  :: else
  fi
}

inline draw() {
  size--;
  hold[me] = hold[me] | (1 << heap[size]);
  heap[size] = 0;
  top = (size > 0 -> heap[(size > 0 -> size - 1 : 0)] : 0);
  me = 1 - me
}

#define LAY(c) :: d_step { dealt == 0 && !over && c < CARDS && LEGAL(c) -> lay(c) }

active proctype match() {
  atomic {
    do
    :: dealt == CARDS -> break
    :: first < CARDS / 2 && dealt < CARDS -> hold[0] = hold[0] | (1 << dealt); first++; dealt++
    :: dealt - first < CARDS / 2 && dealt < CARDS -> hold[1] = hold[1] | (1 << dealt); dealt++
    od;
    dealt = 0;
    first = 0
  }
end:
  do
  LAY(0)
  LAY(1)
  LAY(2)
  LAY(3)
  LAY(4)
  LAY(5)
  LAY(6)
  LAY(7)
  :: d_step { !over && size > 0 -> draw() }
  od
}
