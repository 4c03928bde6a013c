import type { ClinicId } from '@talus/contract'

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** A transaction of a few files is short enough for everybody else to wait for. */
const most = 32

/**
 * What has come in while the last group was written is heard before the next one is taken: SQLite lets
 * nobody in between, and every group would be one file.
 */
const othersAreHeard = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Files that arrive at the same time are committed together: the disk is flushed once for all of
 * them. Where one of them cannot be written, each is tried alone, and only that one fails.
 */
export function groupCommit<Item extends { readonly clinicId: ClinicId }, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
) {
  const waiting: Waiting<Item, Result>[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      await othersAreHeard()
      const group = waiting.splice(0, most)
      // Of two servers that each hold a clinic and wait for the other's, neither would go on.
      group.sort((one, other) => one.item.clinicId - other.item.clinicId)
      await writeGroup(group)
    }
    isWriting = false
  }

  async function writeGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(group.map(({ item }) => item))
      for (const [place, { resolve, reject }] of group.entries()) {
        const result = results[place]
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
