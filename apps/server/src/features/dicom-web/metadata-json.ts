import { createHash } from 'node:crypto'
import { isNativeSyntax } from '@talus/dicom'
import type { Instance } from './instances.queries.ts'

/** The stored JSON refers to long values by their path: `bulk:00880200`. */
const bulkReference = '"BulkDataURI":"bulk:'

export const withBulkDataUrls = (json: string, url: string) =>
  json.includes(bulkReference)
    ? json.replaceAll(bulkReference, () => `"BulkDataURI":"${url}/bulkdata/`)
    : json

/**
 * Returns the attributes of an instance as DICOM JSON, assembled as text: parsing 500 of them would
 * take ten times as long as sending them.
 */
export function toMetadataJson(json: string, instance: Instance, url: string): string {
  const text = withBulkDataUrls(json, url)
  if (!instance.hasPixels || text.includes('"7FE000')) return text
  const vr = isNativeSyntax(instance.transferSyntaxUID) ? 'OW' : 'OB'
  const pixels = `"7FE00010":{"vr":"${vr}","BulkDataURI":"${url}/bulkdata/7FE00010"}`
  return text === '{}' ? `{${pixels}}` : `${text.slice(0, -1)},${pixels}}`
}

/** Raise it when the same files are described differently. */
const formatVersion = 1

/** Creates an ETag that depends on the files and the form. */
export function createEtag(instances: readonly Instance[], ...more: readonly string[]): string {
  const hash = createHash('sha256').update(`${formatVersion} ${more.join(' ')}`)
  for (const { id, sha256, sopInstanceUID } of instances)
    hash.update(` ${id} ${sha256} ${sopInstanceUID}`)
  return `"${hash.digest('base64url').slice(0, 32)}"`
}
