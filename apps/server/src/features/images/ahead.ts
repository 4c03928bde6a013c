/** How much may be under way at once. Something heavier than all of it is worked on alone. */
export interface Room {
  readonly items: number
  readonly weight: number
}

interface Weighed<Item> {
  readonly item: Item
  readonly weight: number
}

/**
 * Works on the next items while the one before is used, and gives the results in their order.
 * Work that is not waited for any more is left to end by itself: its caller aborts it.
 */
export async function* ahead<Item, Result>(
  items: AsyncIterable<Item>,
  room: Room,
  weightOf: (item: Item) => number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: { readonly weight: number; readonly result: Promise<Result> }[] = []
  let waiting: Weighed<Item> | undefined
  const fits = (weight: number) =>
    underWay.length === 0 ||
    (underWay.length < room.items &&
      underWay.reduce((sum, begun) => sum + begun.weight, weight) <= room.weight)
  const source = items[Symbol.asyncIterator]()
  const next = async (): Promise<Weighed<Item> | undefined> => {
    const result = await source.next()
    return result.done === true ? undefined : { item: result.value, weight: weightOf(result.value) }
  }
  try {
    for (waiting = await next(); waiting || underWay.length > 0;) {
      while (waiting && fits(waiting.weight)) {
        const result = work(waiting.item)
        // A result that nobody comes to fetch must not end the process when it fails.
        result.catch(() => undefined)
        underWay.push({ weight: waiting.weight, result })
        waiting = await next()
      }
      const first = underWay[0]
      if (!first) continue
      yield await first.result
      underWay.shift()
    }
  } finally {
    await source.return?.()
  }
}
