import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export interface TestEntry {
  readonly name: string
  readonly bytes: Uint8Array
  /** Its length is known before it is written, and is therefore in its header. */
  readonly isKnown?: boolean
}

/**
 * Creates a zip as the server writes it: uncompressed entries, followed by their length unless it
 * is known.
 */
export async function createZip(entries: readonly TestEntry[]): Promise<Uint8Array> {
  const zip = new ZipFile()
  for (const { name, bytes, isKnown } of entries) {
    const copy = Buffer.from(bytes)
    if (isKnown) zip.addBuffer(copy, name, { compress: false })
    else
      zip.addReadStreamLazy(name, { compress: false }, (give) => {
        give(null, Readable.from([copy], { objectMode: false }))
      })
  }
  zip.end()
  return buffer(zip.outputStream)
}

/** Creates a zip of so many images, with the manifest at the end. */
export const createImagesZip = (images: number, bytesEach: number) =>
  createZip([
    ...Array.from({ length: images }, (_image, index) => ({
      name: `Rex (1)/2026-02-10 (1)/Chest-LAT-${index}.dcm`,
      bytes: new Uint8Array(bytesEach).fill(index),
    })),
    { name: 'manifest.csv', bytes: Buffer.from('file\r\n') },
  ])
