import standardAttributes from './standard-attributes.json' with { type: 'json' }

/** The dictionary entry of an attribute (PS3.6). */
export interface AttributeEntry {
  /** Two of them depend on the image: `xs` is US or SS, `ox` is OB or OW. */
  readonly vr: string
  readonly keyword: string
}

const entries: Readonly<Record<string, readonly string[]>> = standardAttributes
const digitsOf = (tag: number) => tag.toString(16).padStart(8, '0')

/** Maps repeating groups to the first: overlays to 6000, curves to 5000. */
function toBaseGroup(tag: number): number {
  const family = tag >>> 24
  return family === 0x60 || family === 0x50 ? ((family << 24) | (tag & 0xff_ff)) >>> 0 : tag
}

export function findAttribute(tag: number): AttributeEntry | undefined {
  const entry = entries[digitsOf(toBaseGroup(tag))]
  const [vr, keyword] = entry ?? []
  return vr === undefined || keyword === undefined ? undefined : { vr, keyword }
}

let tagsByKeyword: ReadonlyMap<string, number> | undefined

/** Undefined if the standard has no such keyword. */
export function findTag(keyword: string): number | undefined {
  tagsByKeyword ??= new Map(
    Object.entries(entries).map(([digits, entry]) => [entry[1] ?? '', Number.parseInt(digits, 16)]),
  )
  return tagsByKeyword.get(keyword)
}
