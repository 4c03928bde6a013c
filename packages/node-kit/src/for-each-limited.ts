/**
 * Runs the work for every item, at most `count` at a time, and resolves when all have ended. After
 * the first error no further item is begun, and the error is thrown once the running ones have
 * ended.
 */
export async function forEachLimited<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  let failure: { readonly error: unknown } | undefined
  const start = async (item: Item) => {
    try {
      await work(item)
    } catch (error) {
      failure ??= { error }
    }
  }
  try {
    for await (const item of items) {
      if (failure) break
      const one: Promise<void> = start(item).finally(() => running.delete(one))
      running.add(one)
      if (running.size >= count) await Promise.race(running)
    }
  } finally {
    await Promise.all(running)
  }
  if (failure) throw failure.error
}
