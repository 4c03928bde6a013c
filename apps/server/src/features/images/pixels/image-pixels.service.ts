import { Refusal, refuse } from '@talus/contract'
import { maskCells, DicomFault } from '@talus/dicom'
import type { NativePixelValues } from '@talus/dicom'
import type { Logger } from '@talus/node-kit/logger'
import { acquireBuffer, releaseBuffer } from '../../../files/index.ts'
import type { FileStore, OpenFile } from '../../../files/index.ts'
import type { PooledBytes } from '../../../http/send-bytes.ts'
import { reserveDecodedMemory } from '../../../workers/index.ts'
import type { TranscodePool } from '../../../workers/index.ts'
import type { LoadableFrame, SingleFrames } from './single-frame.ts'
import { decodedBytesMax, readWhole } from '../stored/read-file.ts'
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

/** Reads the stored values of one frame, as the metadata of the image describe them. */
export function createPixelReader({ files, log, transcodePool, singleFrames }: PixelDeps) {
  async function read(
    recorded: RecordedFile,
    frame: number,
    signal: AbortSignal,
  ): Promise<FramePixels> {
    const { filePath } = recorded
    const location = await singleFrames.locate(recorded, { frame, signal })
    if (!location) refuse('image/unreadable')
    const { plain, singleFrame, fileBytes, frameBytes } = location
    if (plain) {
      await singleFrames.verify(recorded, signal)
      const { start, end } = plain
      return { length: end - start, bytes: streamPart(files, filePath, plain) }
    }
    const single =
      singleFrame && (await singleFrames.open(recorded, singleFrame, fileBytes, { frame, signal }))
    const release = await reserveDecodedMemory(frameBytes, signal)
    // The bytes of a client that has left may never be read.
    signal.addEventListener('abort', release, { once: true })
    try {
      const values =
        (single && (await decodeSingle(single, frame, signal))) ??
        (await decodeWhole({ ...recorded, byteLength: fileBytes }, frame, signal))
      return { length: values.byteLength, bytes: streamAndRelease(values, release) }
    } catch (error) {
      release()
      throw error
    }
  }

  /** Undefined if the offset table of the file is wrong. */
  async function decodeSingle({ apart, load }: LoadableFrame, frame: number, signal: AbortSignal) {
    try {
      const [values] = await transcodePool.run({ kind: 'numbers', frame, apart }, load, signal)
      return values
    } catch (error) {
      if (error instanceof DicomFault) return undefined
      throw error
    }
  }

  async function decodeWhole(recorded: RecordedFile, frame: number, signal: AbortSignal) {
    if (recorded.byteLength > decodedBytesMax) refuse('image/unreadable')
    const whole = () => readWhole(files, recorded)
    const [values] = await transcodePool.run({ kind: 'numbers', frame }, whole, signal)
    return values ?? refuse('image/unreadable')
  }

  return async (
    recorded: RecordedFile,
    frame: number,
    signal: AbortSignal,
  ): Promise<FramePixels> => {
    try {
      return await read(recorded, frame, signal)
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (signal.aborted) refuse('server/unavailable')
      if (error instanceof DicomFault && error.code === 'no-such-frame') refuse('record/not-found')
      log.warn({ err: error }, 'pixels not read')
      refuse('image/unreadable')
    }
  }
}

async function* streamAndRelease(
  bytes: Uint8Array,
  release: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield bytes
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
      await fill(file, chunk)
      if (cells) maskCells(chunk, cells)
      at += chunk.byteLength
      yield chunk
    }
  } finally {
    await file.close()
    releaseBuffer(buffer)
  }
}

/** Fills the whole chunk: half a sample cannot be masked. */
async function fill(file: OpenFile, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;) {
    const length = await file.read(chunk.subarray(at))
    if (length === 0) refuse('image/unreadable')
    at += length
  }
}
