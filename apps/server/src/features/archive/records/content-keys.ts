import { createHash } from 'node:crypto'
import { Refusal } from '@talus/contract'
import type { TrayPixels } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import { openChunks } from '../../../files/index.ts'
import type { FileStore } from '../../../files/index.ts'
import { WorkerFault } from '../../../workers/index.ts'
import type { HeaderContent, ReadPool, TranscodePool } from '../../../workers/index.ts'
import { decodedBytesMax, readBytes, readPrefix, wholeHeader } from '../../images/index.ts'

export interface ContentDeps {
  readonly files: FileStore
  readonly readPool: ReadPool
  readonly transcodePool: TranscodePool
}

/**
 * The content of a file, independent of how its data set is encoded: lengths of sequences, group
 * lengths, value representations, transfer syntax. Each part is read when it is first needed, and is
 * undefined if the file is missing or too large, or cannot be read.
 */
export interface FileContent {
  /** The values without the pixel data. */
  values(): Promise<string | undefined>
  /** The values with the bytes of the pixel data as they are stored. */
  stored(): Promise<string | undefined>
  /** The values with the decoded pixel data. */
  decoded(): Promise<string | undefined>
}

/** Private attributes of some manufacturers take megabytes before the pixel data. */
const prefixLengths = [1024 * 1024, 16 * 1024 * 1024, wholeHeader]

/** The content of a file in the store. */
interface StoredContent extends FileContent {
  readonly hasPixels: () => Promise<boolean | undefined>
  readonly storedPixels: () => Promise<string | undefined>
  readonly decodedPixels: () => Promise<string | undefined>
}

export function openContent(deps: ContentDeps, filePath: string): StoredContent {
  const { files, readPool } = deps
  const header = once(async () => {
    const found = await files.stat(filePath)
    if (!found) return undefined
    const { byteLength } = found
    return readPrefix(files, { key: filePath, byteLength }, prefixLengths, (prefix) =>
      readPool.readContent(prefix, byteLength),
    )
  })
  const storedPixels = once(async () => {
    const read = await header()
    return read?.pixels && hashPixels(files, filePath, read.pixels)
  })
  return {
    values: async () => (await header())?.values,
    hasPixels: async () => (await header())?.hasPixels,
    stored: once(async () => {
      const read = await header()
      if (!read?.hasPixels) return read?.stored
      const pixels = await storedPixels()
      return pixels && `${read.stored}-${pixels}`
    }),
    storedPixels,
    decoded: once(() => hashDecoded(deps, filePath, 'object')),
    decodedPixels: once(() => hashDecoded(deps, filePath, 'pixels')),
  }
}

/** The content of a file that may be removed, as `formatContent` wrote it. */
export function parseContent(text: string): FileContent {
  const [values, stored, decoded] = text.split(' ').map((part) => part || undefined)
  return {
    values: async () => values,
    stored: async () => stored,
    decoded: async () => decoded,
  }
}

export async function formatContent(content: FileContent): Promise<string> {
  const parts = [await content.values(), await content.stored(), await content.decoded()]
  return parts.map((part) => part ?? '').join(' ')
}

/** Whether the values are the same, apart from those that describe the encoding of the pixels. */
const haveSameValues = async (one: FileContent, other: FileContent) =>
  isEqual(await one.values(), await other.values())

/** Whether two files are one object. Pixel data is decoded only if everything else is the same. */
export const isSameObject = async (one: FileContent, other: FileContent): Promise<boolean> =>
  (await haveSameValues(one, other)) &&
  (isEqual(await one.stored(), await other.stored()) ||
    isEqual(await one.decoded(), await other.decoded()))

/** Compares the pictures of two files; `unknown` if one of them cannot be decoded. */
export async function comparePixels(one: StoredContent, other: StoredContent): Promise<TrayPixels> {
  const [has, hasOther] = [await one.hasPixels(), await other.hasPixels()]
  if (has === undefined || hasOther === undefined) return 'unknown'
  if (!has && !hasOther) return 'none'
  if (has !== hasOther) return 'differ'
  if (isEqual(await one.storedPixels(), await other.storedPixels())) return 'same'
  const [decoded, otherDecoded] = [await one.decodedPixels(), await other.decodedPixels()]
  if (decoded === undefined || otherDecoded === undefined) return 'unknown'
  return decoded === otherDecoded ? 'same' : 'differ'
}

const isEqual = (one: string | undefined, other: string | undefined) =>
  one !== undefined && one === other

function once<Result>(work: () => Promise<Result>): () => Promise<Result | undefined> {
  let running: Promise<Result | undefined> | undefined
  return () => (running ??= work().catch(ignoreFault))
}

/** A file that cannot be read cannot be compared either: a user has to look at both. */
function ignoreFault(error: unknown): undefined {
  const isFault =
    error instanceof DicomFault || error instanceof WorkerFault || error instanceof Refusal
  if (!isFault) throw error
}

/** Reads the pixel data as a stream: a file of any size can be compared. */
async function hashPixels(
  files: FileStore,
  filePath: string,
  { start, form }: NonNullable<HeaderContent['pixels']>,
): Promise<string | undefined> {
  const stream = await openChunks(files, filePath, { start })
  if (!stream) return undefined
  const hash = createHash('sha256').update(form)
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}

async function hashDecoded(
  { files, transcodePool }: ContentDeps,
  filePath: string,
  of: 'object' | 'pixels',
): Promise<string | undefined> {
  const byteLength = (await files.stat(filePath))?.byteLength
  if (byteLength === undefined || byteLength > decodedBytesMax) return undefined
  const load = () => readBytes(files, { filePath, byteLength }, 0, byteLength)
  const [hash] = await transcodePool.run({ kind: 'content-hash', of }, load)
  return hash && Buffer.from(hash).toString('hex')
}
