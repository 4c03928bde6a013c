import type { ClinicId } from '@talus/contract'

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** A transaction of this many files is short enough for other requests to wait for. */
const groupMax = 32

/**
 * Yields once so that pending sockets are read; SQLite is synchronous, and every group would
 * otherwise hold one file.
 */
const yieldToSockets = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Commits files that arrive at the same time together, so that the disk is flushed once for all of
 * them. If one of them cannot be written, each is written alone, and only that one fails.
 */
export function createGroupCommit<Item extends { readonly clinicId: ClinicId }, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
) {
  const waiting: Waiting<Item, Result>[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      await yieldToSockets()
      const group = waiting.splice(0, groupMax)
      // Sorted by clinic: two servers that lock clinics in different orders would deadlock.
      group.sort((one, other) => one.item.clinicId - other.item.clinicId)
      await writeGroup(group)
    }
    isWriting = false
  }

  async function writeGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(group.map(({ item }) => item))
      for (const [index, { resolve, reject }] of group.entries()) {
        const result = results[index]
        if (result === undefined) reject(new Error('a file was written without a result'))
        else resolve(result)
      }
    } catch (error) {
      const [first] = group
      if (group.length === 1 && first) first.reject(error)
      else for (const alone of group) await writeGroup([alone])
    }
  }

  return (item: Item): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    waiting.push({ item, resolve, reject })
    if (!isWriting) void writeAll()
    return promise
  }
}
