/** The limits for work in progress. An item heavier than the total weight is processed alone. */
export interface PipelineLimits {
  readonly items: number
  readonly weight: number
}

interface Weighed<Item> {
  readonly item: Item
  readonly weight: number
}

/**
 * Processes the next items while the caller uses the current result, and yields the results in
 * order. Work that the caller no longer waits for runs to its end: the caller aborts it.
 */
export async function* runPipeline<Item, Result>(
  items: AsyncIterable<Item>,
  limits: PipelineLimits,
  weightOf: (item: Item) => number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const inProgress: { readonly weight: number; readonly result: Promise<Result> }[] = []
  let waiting: Weighed<Item> | undefined
  const fits = (weight: number) =>
    inProgress.length === 0 ||
    (inProgress.length < limits.items &&
      inProgress.reduce((sum, started) => sum + started.weight, weight) <= limits.weight)
  const source = items[Symbol.asyncIterator]()
  const next = async (): Promise<Weighed<Item> | undefined> => {
    const result = await source.next()
    return result.done === true ? undefined : { item: result.value, weight: weightOf(result.value) }
  }
  try {
    for (waiting = await next(); waiting || inProgress.length > 0;) {
      while (waiting && fits(waiting.weight)) {
        const result = work(waiting.item)
        // A failure that is never awaited must not end the process.
        result.catch(() => undefined)
        inProgress.push({ weight: waiting.weight, result })
        waiting = await next()
      }
      const first = inProgress[0]
      if (!first) continue
      yield await first.result
      inProgress.shift()
    }
  } finally {
    await source.return?.()
  }
}
