import standardAttributes from './standard-attributes.json' with { type: 'json' }

/** What PS3.6 says of an attribute. */
export interface AttributeEntry {
  /** Two kinds of numbers depend on the image: `xs` is US or SS, `ox` is OB or OW. */
  readonly vr: string
  readonly keyword: string
}

const entries: Readonly<Record<string, readonly string[]>> = standardAttributes
const digitsOf = (tag: number) => tag.toString(16).padStart(8, '0')

/** Overlays and curves have a group for each of them, from 6000 and 5000 on, all alike. */
function firstOfItsKind(tag: number): number {
  const family = tag >>> 24
  return family === 0x60 || family === 0x50 ? ((family << 24) | (tag & 0xff_ff)) >>> 0 : tag
}

export function attributeOf(tag: number): AttributeEntry | undefined {
  const entry = entries[digitsOf(firstOfItsKind(tag))]
  const [vr, keyword] = entry ?? []
  return vr === undefined || keyword === undefined ? undefined : { vr, keyword }
}

let tagsByKeyword: ReadonlyMap<string, number> | undefined

/** Undefined for what is no keyword of the standard. */
export function tagOfKeyword(keyword: string): number | undefined {
  tagsByKeyword ??= new Map(
    Object.entries(entries).map(([digits, entry]) => [entry[1] ?? '', Number.parseInt(digits, 16)]),
  )
  return tagsByKeyword.get(keyword)
}
