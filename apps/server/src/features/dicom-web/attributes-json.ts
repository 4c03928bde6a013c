import { attributeOf, tagOfKeyword } from '@talus/dicom'
import type { AttributeValue, Attributes } from '@talus/dicom'

interface Kind {
  readonly tag: string
  readonly vr: string
}

const kinds = new Map<string, Kind | undefined>()

export const digitsOf = (tag: number) => tag.toString(16).toUpperCase().padStart(8, '0')

function kindOf(keyword: string): Kind | undefined {
  if (!kinds.has(keyword)) {
    const tag = tagOfKeyword(keyword)
    const vr = tag === undefined ? undefined : attributeOf(tag)?.vr
    // Rows and their like are never signed.
    kinds.set(
      keyword,
      tag === undefined || vr === undefined
        ? undefined
        : { tag: digitsOf(tag), vr: vr === 'xs' ? 'US' : vr },
    )
  }
  return kinds.get(keyword)
}

const numeric = new Set(['IS', 'DS', 'US', 'SS', 'UL', 'SL', 'FL', 'FD'])

type One = string | number | Attributes

function oneText(value: One, vr: string): string {
  if (typeof value === 'object') return attributesJson(value)
  if (vr === 'PN') return `{"Alphabetic":${JSON.stringify(String(value))}}`
  if (numeric.has(vr) && Number.isFinite(Number(value))) return String(Number(value))
  return JSON.stringify(String(value))
}

function valuesIn(value: AttributeValue): readonly One[] {
  if (typeof value === 'string' || typeof value === 'number') return value === '' ? [] : [value]
  return value === null || value === undefined || value instanceof Uint8Array ? [] : value
}

function valueText(value: AttributeValue, vr: string): string {
  const told = valuesIn(value)
  if (told.length === 0) return `{"vr":"${vr}"}`
  return `{"vr":"${vr}","Value":[${told.map((one) => oneText(one, vr)).join(',')}]}`
}

/** Attributes by their keywords as texts of the DICOM JSON model, by their tags. */
export function attributeTexts(attributes: Attributes): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [keyword, value] of Object.entries(attributes)) {
    const kind = kindOf(keyword)
    if (kind && value !== undefined) texts.set(kind.tag, valueText(value, kind.vr))
  }
  return texts
}

/** In the order of the tags (PS3.18 F.2.2), which an object of JavaScript would not keep. */
export function joinedTexts(texts: ReadonlyMap<string, string>): string {
  const tags = [...texts.keys()].toSorted()
  return `{${tags.map((tag) => `"${tag}":${texts.get(tag)}`).join(',')}}`
}

export const attributesJson = (attributes: Attributes): string =>
  joinedTexts(attributeTexts(attributes))
