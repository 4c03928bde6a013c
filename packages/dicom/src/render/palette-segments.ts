const discrete = 0
const linear = 1
const indirect = 2

/**
 * Expands a segmented palette (PS3.3 C.7.9.2) of discrete, linear and indirect segments. Entries
 * are bytes or words. An invalid segment ends the table, which is then too short. /
 */
export function expandPaletteSegments(
  packed: ArrayLike<number>,
  entries: number,
  entryBytes: 1 | 2,
): Uint16Array {
  const values = new Uint16Array(entries)
  let filled = 0
  const put = (value: number) => {
    if (filled < entries) values[filled++] = value
  }
  /** Expands a discrete or linear segment and returns its end; undefined if it is invalid. */
  const expandSegment = (at: number): number | undefined => {
    const [code, count = 0] = [packed[at], packed[at + 1]]
    if (code === discrete && at + 2 + count <= packed.length) {
      for (let index = 0; index < count; index++) put(packed[at + 2 + index] ?? 0)
      return at + 2 + count
    }
    const end = packed[at + 2]
    if (code !== linear || end === undefined || filled === 0) return undefined
    const start = values[filled - 1] ?? 0
    for (let step = 1; step <= count; step++) {
      put(Math.round(start + ((end - start) * step) / count))
    }
    return at + 3
  }
  // The offset of an indirect segment has four bytes, whatever the size of an entry.
  const offsetEntries = 4 / entryBytes
  for (let at = 0; at < packed.length && filled < entries;) {
    if (packed[at] !== indirect) {
      const next = expandSegment(at)
      if (next === undefined) break
      at = next
      continue
    }
    let offset = 0
    for (let part = offsetEntries - 1; part >= 0; part--) {
      offset = offset * 256 ** entryBytes + (packed[at + 2 + part] ?? 0)
    }
    let from: number | undefined = offset / entryBytes
    for (let count = packed[at + 1] ?? 0; count > 0 && from !== undefined; count--) {
      from = expandSegment(from)
    }
    if (from === undefined) break
    at += 2 + offsetEntries
  }
  return values.subarray(0, filled)
}
