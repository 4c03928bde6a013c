import { refuse } from '@talus/contract'
import { DicomFault, frameInSpan, frameSpan, readHead } from '@talus/dicom'
import type { FrameSpan } from '@talus/dicom'
import { borrowMemory, giveBackMemory } from '../../files/index.ts'
import type { FileStore, OpenFile } from '../../files/index.ts'
import type { Logger } from '../../jobs/define-job.ts'
import type { Transcodings } from '../../workers/index.ts'
import { readBytes, readWhole } from '../images/index.ts'
import { refuseFor } from './faults.ts'
import type { Instance } from './instances.queries.ts'
import type { Form } from './media-types.ts'
import { wholeContent } from './parts.ts'
import type { Content, Part } from './parts.ts'

export interface FrameDeps {
  readonly files: FileStore
  readonly transcodings: Transcodings
  readonly log: Logger
}

/** Read into memory whole; packed frames are a few megabytes. */
const packedBytesMax = 256 * 1024 * 1024
/** Part of every name: raise it when frames are packed differently. */
const packing = 1

/** Frames, which count from 1 here as in PS3.18, in the form asked for; each when it is its turn. */
export async function* framesOf(
  deps: FrameDeps,
  instance: Instance,
  frames: readonly number[],
  { made, syntax, type }: Form,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  for (const frame of frames) {
    signal.throwIfAborted()
    try {
      const content =
        made === undefined
          ? await storedFrame(deps, instance, frame - 1, signal)
          : await madeFrame(deps, instance, frame - 1, made, signal)
      yield { type: `${type}; transfer-syntax=${syntax}`, ...content }
    } catch (error) {
      refuseFor(error)
    }
  }
}

/** Whether the bytes in the file are those that leave. */
const isTurned = (syntax: string) => syntax === '1.2.840.10008.1.2.2'

/** The part of the file that holds the frame, without reading the rest of it. */
async function storedFrame(
  deps: FrameDeps,
  instance: Instance,
  index: number,
  signal: AbortSignal,
): Promise<Content> {
  const { files } = deps
  const span = isTurned(instance.transferSyntaxUID)
    ? undefined
    : await openSpan(files, instance, index)
  if (!span) return wholeContent(await byWorker(deps, instance, index, undefined, signal))
  const length = span.end - span.start
  if (!span.hasHeaders) return { bytes: bytesIn(files, instance, span), length, close: span.close }
  await span.close()
  if (length > packedBytesMax) refuse('web/not-acceptable')
  return wholeContent(frameInSpan(await readBytes(files, instance, span.start, length)))
}

interface OpenSpan extends FrameSpan {
  readonly file: OpenFile
  readonly memory: Buffer
  /** How much of the file has been read into the memory. */
  readonly read: number
  readonly close: () => Promise<void>
}

/** Undefined where the beginning of the file does not tell where the frame lies. */
async function openSpan(
  files: FileStore,
  { filePath, byteLength }: Instance,
  index: number,
): Promise<OpenSpan | undefined> {
  const file = (await files.open(filePath)) ?? refuse('image/missing')
  const memory = borrowMemory()
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await file.close()
    giveBackMemory(memory)
  }
  try {
    let read = 0
    const wanted = Math.min(memory.byteLength, byteLength)
    // A line may bring it in small pieces.
    for (let more = -1; more !== 0 && read < wanted; read += more)
      more = await file.read(memory.subarray(read))
    const span = spanIn(memory.subarray(0, read), byteLength, index)
    if (span) return { ...span, file, memory, read, close }
  } catch (error) {
    await close()
    throw error
  }
  await close()
  return undefined
}

function spanIn(beginning: Buffer, byteLength: number, index: number): FrameSpan | undefined {
  try {
    return frameSpan(readHead(beginning, byteLength), index)
  } catch (error) {
    // A part of a deflated file says nothing.
    const isOfTheCut =
      error instanceof DicomFault && (error.code === 'needs-more' || error.code === 'damaged')
    if (isOfTheCut && beginning.byteLength < byteLength) return undefined
    throw error
  }
}

/** Lent bytes, from the memory that the head was read into; most begin in it. */
async function* bytesIn(files: FileStore, { filePath }: Instance, span: OpenSpan) {
  const { start, end, memory, read } = span
  if (start < read) yield memory.subarray(start, Math.min(read, end))
  if (end <= read) return
  if (start <= read) {
    yield* upTo(end, Math.max(start, read), span.file, memory)
    return
  }
  const file = (await files.open(filePath, start)) ?? refuse('image/missing')
  try {
    yield* upTo(end, start, file, memory)
  } finally {
    await file.close()
  }
}

async function* upTo(end: number, start: number, file: OpenFile, memory: Buffer) {
  for (let at = start; at < end;) {
    const length = await file.read(memory.subarray(0, Math.min(memory.byteLength, end - at)))
    if (length === 0) throw new Error('a file ends before its pixels do')
    at += length
    yield memory.subarray(0, length)
  }
}

async function byWorker(
  { files, transcodings }: FrameDeps,
  instance: Instance,
  index: number,
  syntax: string | undefined,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const task = { kind: 'frames', frames: [index], syntax } as const
  const [bytes] = await transcodings.run(task, () => readWhole(files, instance), signal)
  return bytes ?? refuse('record/not-found')
}

/** Packed once and kept, like a thumbnail: the next time costs a read. Unpacking is not kept. */
async function madeFrame(
  deps: FrameDeps,
  instance: Instance,
  index: number,
  syntax: string,
  signal: AbortSignal,
): Promise<Content> {
  const { files, log } = deps
  const { sha256 } = instance
  const name = kept[syntax]
  if (name === undefined || sha256 === '')
    return wholeContent(await byWorker(deps, instance, index, syntax, signal))
  const key = `frames/${sha256.slice(0, 2)}/${sha256}-${name}-${index + 1}-${packing}.bin`
  const onFault = (error: unknown) => log.warn({ err: error }, 'a packed frame was not kept')
  const known = await files.stat(key)
  if (known && known.byteLength > 0)
    return wholeContent(
      await readBytes(files, { filePath: key, byteLength: 0 }, 0, known.byteLength),
    )
  const made = await byWorker(deps, instance, index, syntax, signal)
  // A full disk keeps nobody from looking at an image.
  await files.put(key, made).catch(onFault)
  return wholeContent(made)
}

/** Both kinds of high-throughput JPEG 2000 are made alike. */
const kept: Readonly<Record<string, string>> = {
  '1.2.840.10008.1.2.4.80': 'jls',
  '1.2.840.10008.1.2.4.201': 'htj2k',
  '1.2.840.10008.1.2.4.202': 'htj2k',
}
