import { Refusal, refuse } from '@talus/contract'
import { maskCells, DicomFault } from '@talus/dicom'
import type { NativePixelValues } from '@talus/dicom'
import type { Logger } from '@talus/node-kit/logger'
import { acquireBuffer, releaseBuffer } from '../../../files/index.ts'
import type { FileStore } from '../../../files/index.ts'
import type { PooledBytes } from '../../../http/send-bytes.ts'
import { reserveDecodedMemory } from '../../../workers/index.ts'
import type { TranscodePool } from '../../../workers/index.ts'
import type { LoadableFrame, SingleFrames } from './single-frame.ts'
import { refuseTooLarge } from './too-large.ts'
import { decodedBytesMax, fillFrom, readWhole } from '../stored/read-file.ts'
import type { RecordedFile } from '../stored/stored-image.ts'

export interface PixelDeps {
  readonly files: FileStore
  readonly log: Logger
  readonly transcodePool: TranscodePool
  readonly singleFrames: SingleFrames
}

export interface FramePixels {
  readonly length: number
  readonly bytes: PooledBytes
}

/** `numbers` are the stored values of a frame, `planes` its overlay planes. */
type FramePart = 'numbers' | 'planes'

interface FrameRequest {
  readonly part: FramePart
  /** Counts from 0. */
  readonly frame: number
  readonly signal: AbortSignal
}

/** Reads one frame, as the metadata of the image describe it. */
export function createPixelReader({ files, log, transcodePool, singleFrames }: PixelDeps) {
  async function read(recorded: RecordedFile, request: FrameRequest): Promise<FramePixels> {
    const { filePath } = recorded
    const { signal, part } = request
    const location = await singleFrames.locate(recorded, request)
    if (!location) refuse('image/unreadable')
    const { plain, singleFrame, reduction, fileBytes, frameBytes } = location
    if (plain && part === 'numbers') {
      await singleFrames.verify(recorded, signal)
      const { start, end } = plain
      return { length: end - start, bytes: streamPart(files, filePath, plain) }
    }
    const single = reduction
      ? await singleFrames.openReduced(recorded, reduction, fileBytes, signal)
      : singleFrame && (await singleFrames.open(recorded, singleFrame, fileBytes, request))
    const release = await reserveDecodedMemory(frameBytes, signal)
    // The bytes of a client that has left may never be read.
    signal.addEventListener('abort', release, { once: true })
    try {
      const parts =
        (single && (await decodeSingle(single, request))) ??
        (await decodeWhole({ ...recorded, byteLength: fileBytes }, request))
      const length = parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
      return { length, bytes: streamAndRelease(parts, release) }
    } catch (error) {
      release()
      throw error
    }
  }

  /** Undefined if the offset table of the file is wrong. */
  async function decodeSingle({ apart, load }: LoadableFrame, request: FrameRequest) {
    const { part: kind, frame, signal } = request
    try {
      return await transcodePool.run({ kind, frame, apart }, load, signal)
    } catch (error) {
      if (error instanceof DicomFault) return undefined
      throw error
    }
  }

  async function decodeWhole(recorded: RecordedFile, { part: kind, frame, signal }: FrameRequest) {
    if (recorded.byteLength > decodedBytesMax)
      refuseTooLarge(new DicomFault('too-large', `${recorded.byteLength} bytes`), recorded)
    return transcodePool.run({ kind, frame }, () => readWhole(files, recorded), signal)
  }

  return async (recorded: RecordedFile, request: FrameRequest): Promise<FramePixels> => {
    try {
      return await read(recorded, request)
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (request.signal.aborted) refuse('server/unavailable')
      if (error instanceof DicomFault && error.code === 'no-such-frame') refuse('record/not-found')
      refuseTooLarge(error, recorded)
      log.warn({ err: error }, 'pixels not read')
      refuse('image/unreadable')
    }
  }
}

async function* streamAndRelease(
  parts: readonly Uint8Array[],
  release: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* parts
  } finally {
    release()
  }
}

/**
 * Streams native pixel data from the file: a radiograph of 13 MB is neither decoded nor held in
 * memory.
 */
async function* streamPart(
  files: FileStore,
  key: string,
  { start, end, cells }: NativePixelValues,
) {
  const file = (await files.open(key, start)) ?? refuse('image/missing')
  const buffer = acquireBuffer()
  try {
    for (let at = start; at < end;) {
      const chunk = buffer.subarray(0, Math.min(buffer.byteLength, end - at))
      // The whole chunk: half a sample cannot be masked.
      await fillFrom(file, chunk)
      if (cells) maskCells(chunk, cells)
      at += chunk.byteLength
      yield chunk
    }
  } finally {
    await file.close()
    releaseBuffer(buffer)
  }
}
