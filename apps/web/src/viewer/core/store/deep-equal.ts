const entriesOf = (value: object) =>
  Object.entries(value).filter(([, inner]) => inner !== undefined)

/** Deep equality of plain data, independent of the order of keys. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [mine, theirs] = [entriesOf(one), new Map(entriesOf(other))]
  return (
    mine.length === theirs.size &&
    mine.every(([key, value]) => theirs.has(key) && isDeepEqual(value, theirs.get(key)))
  )
}
