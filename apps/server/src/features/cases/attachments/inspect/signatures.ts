import type { FileKind } from './file-kinds.ts'

/** As many bytes as the longest signature below needs. */
export const prefixBytes = 1024

const startsWith = (prefix: Buffer, text: string) =>
  prefix.subarray(0, text.length).toString('latin1') === text

/** The sizes of the header after the file header, which date the versions of the format. */
const bitmapHeaderBytes = [12, 40, 52, 56, 64, 108, 124]

/** Two letters alone would also begin a text about the BMI of a dog. */
const isBitmap = (prefix: Buffer) =>
  startsWith(prefix, 'BM') &&
  prefix.byteLength >= 26 &&
  bitmapHeaderBytes.includes(prefix.readUInt32LE(14))

const isPng = (prefix: Buffer) =>
  startsWith(prefix, '\u0089PNG\r\n\u001a\n') && prefix.toString('latin1', 12, 16) === 'IHDR'

/**
 * PDF readers find the mark anywhere in the first kilobyte, which lets a file be a program or a page
 * as well. Only a byte order mark and spaces may come before it here.
 */
const isPdf = (prefix: Buffer) => /^(?:ï»¿)?\s*%PDF-\d/u.test(prefix.toString('latin1'))

const signatures: Readonly<Record<Exclude<FileKind, 'text'>, (prefix: Buffer) => boolean>> = {
  jpeg: (prefix) => startsWith(prefix, '\u00ff\u00d8\u00ff'),
  png: isPng,
  gif: (prefix) => startsWith(prefix, 'GIF87a') || startsWith(prefix, 'GIF89a'),
  bmp: isBitmap,
  tiff: (prefix) => startsWith(prefix, 'II*\u0000') || startsWith(prefix, 'MM\u0000*'),
  pdf: isPdf,
  docx: (prefix) => startsWith(prefix, 'PK\u0003\u0004'),
  xlsx: (prefix) => startsWith(prefix, 'PK\u0003\u0004'),
}

/** Programs and containers that no text begins with, besides the kinds above. */
const foreignPrefixes = [
  'MZ',
  '\u007fELF',
  'PK',
  '\u00d0\u00cf\u0011\u00e0',
  '{\\rtf',
  '#!',
  'Rar!',
]

/** A page, a drawing or any other markup: a browser that guesses types would run its scripts. */
const isMarkup = (prefix: Buffer) => /^(?:ï»¿)?\s*<(?:[a-z!?/])/iu.test(prefix.toString('latin1'))

/** Whether the first bytes are those of the kind. For text: not those of anything else. */
export function matchesSignature(kind: FileKind, prefix: Buffer): boolean {
  if (kind !== 'text') return signatures[kind](prefix)
  return (
    !Object.values(signatures).some((matches) => matches(prefix)) &&
    !foreignPrefixes.some((foreign) => startsWith(prefix, foreign)) &&
    !isMarkup(prefix)
  )
}
