/**
 * A generator that gives the same numbers on every machine: the same clock has to make the same
 * demo. mulberry32 is good enough for people's pets and far too weak for anything secret.
 */
export interface Random {
  /** From 0 up to, not including, 1. */
  readonly next: () => number
  /** Both ends included. */
  readonly integer: (min: number, max: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Item>(items: readonly Item[]) => Item
  readonly weighted: <Item>(items: readonly (readonly [Item, weight: number])[]) => Item
  readonly shuffled: <Item>(items: readonly Item[]) => readonly Item[]
  /** A DICOM UID made of a random UUID: PS3.5 B.2. */
  readonly uid: () => string
}

export function seededRandom(label: string): Random {
  let state = hashOf(label)
  const word = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const next = () => word() / 2 ** 32
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))

  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => sure(items[integer(0, items.length - 1)]),
    weighted: (items) => {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      const chosen = items.find(([, weight]) => (left -= weight) < 0) ?? items.at(-1)
      return sure(chosen)[0]
    },
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ item }) => item),
    uid: () => `2.25.${randomUuid(word)}`,
  }
}

function sure<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new Error('There is nothing to choose from')
  return item
}

function randomUuid(word: () => number): bigint {
  const bits = [word(), word(), word(), word()].reduce(
    (sum, part) => (sum << 32n) | BigInt(part),
    0n,
  )
  // RFC 9562: version 4 and variant 2 in their places.
  const version = (bits & ~(0xfn << 76n)) | (4n << 76n)
  return (version & ~(3n << 62n)) | (2n << 62n)
}

/** FNV-1a. */
function hashOf(label: string): number {
  let hash = 0x811c9dc5
  for (const character of label)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}
