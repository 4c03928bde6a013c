import type { FileKind } from './file-kinds.ts'
import type { ReadRange } from './zip-directory.ts'

export interface PictureSize {
  readonly columns: number
  readonly rows: number
}

interface PictureFile {
  readonly byteLength: number
  readonly read: ReadRange
}

type ReadSize = (file: PictureFile) => Promise<PictureSize | undefined>

/** The bytes from a position; undefined if the file ends before. */
async function readAt({ byteLength, read }: PictureFile, start: number, length: number) {
  if (start + length > byteLength) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of read(start, start + length)) chunks.push(Buffer.from(chunk))
  const bytes = Buffer.concat(chunks)
  return bytes.byteLength === length ? bytes : undefined
}

const readPng: ReadSize = async (file) => {
  const bytes = await readAt(file, 16, 8)
  return bytes && { columns: bytes.readUInt32BE(0), rows: bytes.readUInt32BE(4) }
}

const readGif: ReadSize = async (file) => {
  const bytes = await readAt(file, 6, 4)
  return bytes && { columns: bytes.readUInt16LE(0), rows: bytes.readUInt16LE(2) }
}

/** The oldest header has sizes of 16 bits; in the others negative rows are stored from the top. */
const readBitmap: ReadSize = async (file) => {
  const bytes = await readAt(file, 14, 12)
  if (!bytes) return undefined
  return bytes.readUInt32LE(0) === 12
    ? { columns: bytes.readUInt16LE(4), rows: bytes.readUInt16LE(6) }
    : { columns: Math.abs(bytes.readInt32LE(4)), rows: Math.abs(bytes.readInt32LE(8)) }
}

/** Cameras write some ten segments before the frame header. */
const segmentsMax = 200
/** The Huffman tables, an extension and the arithmetic conditioning have numbers among the frames. */
const otherMarkers = [0xc4, 0xc8, 0xcc]

const readJpeg: ReadSize = async (file) => {
  let at = 2
  for (let segments = 0; segments < segmentsMax; segments += 1) {
    const bytes = await readAt(file, at, 9)
    if (bytes?.[0] !== 0xff) return undefined
    const marker = bytes.readUInt8(1)
    // Any number of such bytes may come before a marker.
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && !otherMarkers.includes(marker))
      return { rows: bytes.readUInt16BE(5), columns: bytes.readUInt16BE(7) }
    else at += 2 + bytes.readUInt16BE(2)
  }
  return undefined
}

const widthTag = 256
const heightTag = 257
const shortType = 3

/** The size of the first page. */
const readTiff: ReadSize = async (file) => {
  const head = await readAt(file, 0, 8)
  if (!head) return undefined
  const isLittle = head.readUInt8(0) === 0x49
  const short = (bytes: Buffer, at: number) =>
    isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
  const long = (bytes: Buffer, at: number) =>
    isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
  const start = long(head, 4)
  const count = await readAt(file, start, 2)
  const entries = count && (await readAt(file, start + 2, 12 * short(count, 0)))
  if (!entries) return undefined
  const values = new Map<number, number>()
  for (let at = 0; at < entries.byteLength; at += 12) {
    const isShort = short(entries, at + 2) === shortType
    values.set(short(entries, at), isShort ? short(entries, at + 8) : long(entries, at + 8))
  }
  const [columns, rows] = [values.get(widthTag), values.get(heightTag)]
  return columns === undefined || rows === undefined ? undefined : { columns, rows }
}

const readers: Partial<Readonly<Record<FileKind, ReadSize>>> = {
  png: readPng,
  gif: readGif,
  bmp: readBitmap,
  jpeg: readJpeg,
  tiff: readTiff,
}

/** The size that a picture declares; nothing of it is unpacked. Undefined if it declares none. */
export const readPictureSize = async (
  kind: FileKind,
  file: PictureFile,
): Promise<PictureSize | undefined> => readers[kind]?.(file)
