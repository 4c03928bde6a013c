import { createRandomWords } from '@talus/imaging/random'

/**
 * A generator that gives the same numbers on every computer: the same clock must give the same
 * demo.
 */
export interface Random {
  /** A number from 0 (included) to 1 (excluded). */
  readonly next: () => number
  /** An integer between both ends, included. */
  readonly integer: (min: number, max: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Item>(items: readonly Item[]) => Item
  readonly pickWeighted: <Item>(items: readonly (readonly [Item, weight: number])[]) => Item
  readonly shuffle: <Item>(items: readonly Item[]) => readonly Item[]
  /** A DICOM UID from a random UUID, by PS3.5 B.2. */
  readonly createUid: () => string
}

export function createRandom(label: string): Random {
  const nextWord = createRandomWords(hashLabel(label))
  const next = () => nextWord() / 2 ** 32
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))

  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => requireItem(items[integer(0, items.length - 1)]),
    pickWeighted: (items) => {
      let remaining = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      const chosen = items.find(([, weight]) => (remaining -= weight) < 0) ?? items.at(-1)
      return requireItem(chosen)[0]
    },
    shuffle: (items) =>
      items
        .map((item) => ({ item, order: next() }))
        .toSorted((a, b) => a.order - b.order)
        .map(({ item }) => item),
    createUid: () => `2.25.${createUuid(nextWord)}`,
  }
}

function requireItem<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new Error('There is nothing to choose from')
  return item
}

function createUuid(nextWord: () => number): bigint {
  const bits = [nextWord(), nextWord(), nextWord(), nextWord()].reduce(
    (sum, part) => (sum << 32n) | BigInt(part),
    0n,
  )
  // RFC 9562: version 4 and variant 2 in their bit positions.
  const version = (bits & ~(0xfn << 76n)) | (4n << 76n)
  return (version & ~(3n << 62n)) | (2n << 62n)
}

/** FNV-1a hash. */
function hashLabel(label: string): number {
  let hash = 0x811c9dc5
  for (const character of label)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}
