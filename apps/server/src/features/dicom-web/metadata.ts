import { createHash } from 'node:crypto'
import type { Instance } from './instances.queries.ts'

/** Longer values are named in the text of an import by where they stand: `bulk:00880200`. */
const named = '"BulkDataURI":"bulk:'

export const withAddresses = (json: string, address: string) =>
  json.includes(named) ? json.replaceAll(named, () => `"BulkDataURI":"${address}/bulkdata/`) : json

/**
 * The attributes of an instance as DICOM JSON, put together as text: parsing 500 of them would take
 * ten times as long as sending them.
 */
export function metadataText(json: string, instance: Instance, address: string): string {
  const text = withAddresses(json, address)
  if (!instance.hasPixels || text.includes('"7FE000')) return text
  const vr = isPacked(instance.transferSyntaxUID) ? 'OB' : 'OW'
  const pixels = `"7FE00010":{"vr":"${vr}","BulkDataURI":"${address}/bulkdata/7FE00010"}`
  return text === '{}' ? `{${pixels}}` : `${text.slice(0, -1)},${pixels}}`
}

const plainSyntaxes = /^1\.2\.840\.10008\.1\.2(?:\.1(?:\.99)?|\.2)?$/u
export const isPacked = (transferSyntax: string) => !plainSyntaxes.test(transferSyntax)

/** Raise it when the same files are told differently. */
const form = 1

/** The same for the same files, in the same form. */
export function tagOf(instances: readonly Instance[], ...more: readonly string[]): string {
  const hash = createHash('sha256').update(`${form} ${more.join(' ')}`)
  for (const { id, sha256 } of instances) hash.update(` ${id} ${sha256}`)
  return `"${hash.digest('base64url').slice(0, 32)}"`
}
