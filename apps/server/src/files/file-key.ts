/**
 * A key names a stored file in every kind of store: lower-case segments joined by '/'. Lower case,
 * because Windows and macOS treat two spellings as one file; no segment begins with a dot, which
 * keeps '..' and the folders of the store itself out of reach; and no segment means something else
 * to Windows (a device name, or a trailing dot that it drops silently).
 */
const segmentPattern = /^[a-z0-9_-](?:[a-z0-9._-]{0,126}[a-z0-9_-])?$/u
const windowsDevice = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/u
/** S3 allows 1024 bytes, of which a prefix needs some. */
const keyLengthMax = 512

export const isFileKeySegment = (segment: string): boolean =>
  segmentPattern.test(segment) && !windowsDevice.test(segment)

export function checkFileKey(text: string): string {
  if (text.length > keyLengthMax || !text.split('/').every(isFileKeySegment))
    throw new RangeError(`not a file key: ${JSON.stringify(text.slice(0, keyLengthMax))}`)
  return text
}
