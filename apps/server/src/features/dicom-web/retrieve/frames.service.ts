import { refuse } from '@talus/contract'
import {
  DicomFault,
  explicitBigEndian,
  extractFrame,
  findFrameSpan,
  readDicomHeader,
} from '@talus/dicom'
import type { FrameSpan } from '@talus/dicom'
import type { Logger } from '@talus/node-kit/logger'
import { acquireBuffer, releaseBuffer } from '../../../files/index.ts'
import type { FileStore, OpenFile } from '../../../files/index.ts'
import { reserveDecodedMemory } from '../../../workers/index.ts'
import type { TranscodePool } from '../../../workers/index.ts'
import { decodedBytesMax, largeFrom, readBytes, readWhole } from '../../images/index.ts'
import type { createImageFiles, OutgoingFiles, SingleFrames } from '../../images/index.ts'
import { refuseFor } from '../faults.ts'
import type { Instance } from '../instances.queries.ts'
import type { FrameForm } from '../media-types.ts'
import { toContent } from '../multipart-writer.ts'
import type { LoadedContent, PartContent, ResponsePart } from '../multipart-writer.ts'
import { holdConversions } from './held-conversions.ts'
import type { HeldConversions } from './held-conversions.ts'

export interface FrameDeps {
  readonly files: FileStore
  readonly outgoing: OutgoingFiles
  readonly transcodePool: TranscodePool
  /** Compares a file with its recorded hash, once. */
  readonly verifiedFiles: ReturnType<typeof createImageFiles>
  readonly singleFrames: Pick<SingleFrames, 'find' | 'locate'>
  readonly log: Logger
}

/** The limit for frames that are read into memory; encapsulated frames have a few megabytes. */
const frameBytesMax = 128 * 1024 * 1024
/** Part of every key: raise it when frames are encoded differently. */
const encodingVersion = 1

/** Streams frames, numbered from 1 as in PS3.18, in the requested form. */
export async function* streamFrames(
  deps: FrameDeps,
  instance: Instance,
  frames: readonly number[],
  { targetSyntax, syntax, type }: FrameForm,
  signal: AbortSignal,
): AsyncGenerator<ResponsePart> {
  // A part of a damaged file may be the damaged part.
  await deps.verifiedFiles.open(instance, signal)
  const held = holdConversions(signal)
  if (targetSyntax !== undefined && frames.length > 1)
    await checkFrames(deps, instance, frames, { targetSyntax, held, signal })
  for (const frame of frames) {
    signal.throwIfAborted()
    try {
      const converted = held.take(String(frame))
      const content = converted
        ? toContent(...converted)
        : targetSyntax === undefined
          ? await storedFrame(deps, instance, frame - 1, signal)
          : await convertFrame(deps, instance, frame - 1, targetSyntax, signal)
      yield { type: `${type}; transfer-syntax=${syntax}`, ...content }
    } catch (error) {
      refuseFor(error)
    }
  }
}

/**
 * Converts every frame before the first byte is sent: the fault of a later one could only cut the
 * response, and a client would take a part of the frames for all. The converted frames are held by
 * their number.
 */
async function checkFrames(
  deps: FrameDeps,
  instance: Instance,
  frames: readonly number[],
  {
    targetSyntax,
    held,
    signal,
  }: {
    readonly targetSyntax: string
    readonly held: HeldConversions
    readonly signal: AbortSignal
  },
): Promise<void> {
  for (const frame of frames) {
    signal.throwIfAborted()
    try {
      const content = await convertFrame(deps, instance, frame - 1, targetSyntax, signal)
      held.keep(String(frame), content.bytes)
      await content.close?.()
    } catch (error) {
      refuseFor(error)
    }
  }
}

/** Whether the bytes have to be swapped before they are sent. */
const isBigEndian = (syntax: string) => syntax === explicitBigEndian

/** Reads the frame from its part of the file, without reading the rest. */
async function storedFrame(
  deps: FrameDeps,
  instance: Instance,
  index: number,
  signal: AbortSignal,
): Promise<PartContent> {
  const { files } = deps
  const span = isBigEndian(instance.transferSyntaxUID)
    ? undefined
    : await openSpan(files, instance, index)
  if (!span) return decodeCounted(deps, instance, index, undefined, signal)
  const length = span.end - span.start
  if (!span.hasHeaders)
    return { bytes: streamSpan(files, instance, span), length, close: span.close }
  await span.close()
  if (length > frameBytesMax) refuse('web/not-acceptable')
  return toContent(extractFrame(await readBytes(files, instance, span.start, length)))
}

interface OpenSpan extends FrameSpan {
  readonly file: OpenFile
  readonly buffer: Buffer
  /** The number of bytes of the file that were read into the buffer. */
  readonly read: number
  readonly close: () => Promise<void>
}

/** Undefined if the prefix of the file does not locate the frame. */
async function openSpan(
  files: FileStore,
  { filePath, byteLength }: Instance,
  index: number,
): Promise<OpenSpan | undefined> {
  const file = (await files.open(filePath)) ?? refuse('image/missing')
  const buffer = acquireBuffer()
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await file.close()
    releaseBuffer(buffer)
  }
  try {
    let read = 0
    const wanted = Math.min(buffer.byteLength, byteLength)
    // A network connection may deliver it in small chunks.
    for (let more = -1; more !== 0 && read < wanted; read += more)
      more = await file.read(buffer.subarray(read))
    const span = findSpan(buffer.subarray(0, read), byteLength, index)
    if (span) return { ...span, file, buffer, read, close }
  } catch (error) {
    await close()
    throw error
  }
  await close()
  return undefined
}

function findSpan(prefix: Buffer, byteLength: number, index: number): FrameSpan | undefined {
  try {
    return findFrameSpan(readDicomHeader(prefix, byteLength), index)
  } catch (error) {
    // A prefix of a deflated file cannot be parsed.
    const isPrefixTooShort =
      error instanceof DicomFault && (error.code === 'needs-more' || error.code === 'damaged')
    if (isPrefixTooShort && prefix.byteLength < byteLength) return undefined
    throw error
  }
}

/** Streams the frame through the buffer that the header was read into; most frames begin in it. */
async function* streamSpan(files: FileStore, { filePath }: Instance, span: OpenSpan) {
  const { start, end, buffer, read } = span
  if (start < read) yield buffer.subarray(start, Math.min(read, end))
  if (end <= read) return
  if (start <= read) {
    yield* streamUpTo(end, Math.max(start, read), span.file, buffer)
    return
  }
  const file = (await files.open(filePath, start)) ?? refuse('image/missing')
  try {
    yield* streamUpTo(end, start, file, buffer)
  } finally {
    await file.close()
  }
}

async function* streamUpTo(end: number, start: number, file: OpenFile, buffer: Buffer) {
  for (let at = start; at < end;) {
    const length = await file.read(buffer.subarray(0, Math.min(buffer.byteLength, end - at)))
    if (length === 0) throw new Error('a file ends before its pixels do')
    at += length
    yield buffer.subarray(0, length)
  }
}

/** A frame of a smaller image is decoded without counting its memory. */
const smallPixels = 8_000_000

/**
 * Decodes a frame whose memory counts until it is sent; see `reserveDecodedMemory`.
 */
async function decodeCounted(
  deps: FrameDeps,
  instance: Instance,
  index: number,
  syntax: string | undefined,
  signal: AbortSignal,
): Promise<LoadedContent> {
  const { rows, columns } = instance
  if ((rows ?? 0) * (columns ?? 0) <= smallPixels)
    return toContent(await runTranscoding(deps, instance, index, syntax, signal))
  const location = await deps.singleFrames.locate(instance, { frame: index, signal })
  const release = await reserveDecodedMemory(location?.frameBytes ?? 0, signal)
  signal.addEventListener('abort', release, { once: true })
  try {
    const bytes = await runTranscoding(deps, instance, index, syntax, signal)
    return { ...toContent(bytes), close: async () => release() }
  } catch (error) {
    release()
    throw error
  }
}

async function runTranscoding(
  { files, transcodePool, singleFrames }: FrameDeps,
  instance: Instance,
  index: number,
  syntax: string | undefined,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const single =
    instance.byteLength > largeFrom
      ? await singleFrames.find(instance, { frame: index, signal })
      : undefined
  if (!single && instance.byteLength > decodedBytesMax) refuse('web/not-acceptable')
  const task = { kind: 'frames', frames: [index], syntax, apart: single?.apart } as const
  const load = single?.load ?? (() => readWhole(files, instance))
  const [bytes] = await transcodePool.run(task, load, signal)
  return bytes ?? refuse('record/not-found')
}

/**
 * Encoded once and stored, like a thumbnail: the next request costs a read. Decoded frames are not
 * stored.
 */
async function convertFrame(
  deps: FrameDeps,
  instance: Instance,
  index: number,
  syntax: string,
  signal: AbortSignal,
): Promise<LoadedContent> {
  const { files, log } = deps
  const { sha256 } = instance
  const name = storedNames[syntax]
  if (name === undefined || sha256 === '')
    return decodeCounted(deps, instance, index, syntax, signal)
  const key = `frames/${sha256.slice(0, 2)}/${sha256}-${name}-${index + 1}-${encodingVersion}.bin`
  const onFault = (error: unknown) => log.warn({ err: error }, 'an encoded frame was not stored')
  const known = await files.stat(key)
  if (known && known.byteLength > 0)
    return toContent(await readBytes(files, { filePath: key, byteLength: 0 }, 0, known.byteLength))
  const encoded = await runTranscoding(deps, instance, index, syntax, signal)
  // A full disk must not prevent users from viewing an image.
  await files.put(key, encoded).catch(onFault)
  return toContent(encoded)
}

/** Both syntaxes of high-throughput JPEG 2000 are encoded alike. */
const storedNames: Readonly<Record<string, string>> = {
  '1.2.840.10008.1.2.4.80': 'jls',
  '1.2.840.10008.1.2.4.201': 'htj2k',
  '1.2.840.10008.1.2.4.202': 'htj2k',
}
