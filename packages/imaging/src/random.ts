/** A source of numbers uniform in 0 (included) to 1 (excluded). */
export type Random = () => number

/**
 * A seeded generator of unsigned 32-bit numbers (mulberry32): small, good enough for noise and demo
 * data, the same on every computer, and far too weak for secrets.
 */
export function createRandomWords(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

export function createRandom(seed: number): Random {
  const next = createRandomWords(seed)
  return () => next() / 2 ** 32
}
