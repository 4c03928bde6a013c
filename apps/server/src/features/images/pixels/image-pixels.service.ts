import { Refusal, refuse } from '@talus/contract'
import { maskCells, DicomFault } from '@talus/dicom'
import type { NativePixelValues } from '@talus/dicom'
import type { Logger } from '@talus/node-kit/logger'
import { acquireBuffer, releaseBuffer } from '../../../files/index.ts'
import type { FileStore, OpenFile } from '../../../files/index.ts'
import type { PooledBytes } from '../../../http/send-bytes.ts'
import type { ReadPool, TranscodePool } from '../../../workers/index.ts'
import { createFrameReader } from './single-frame.ts'
import { readPrefix } from '../stored/read-prefix.ts'
import type { createImageFiles } from '../stored/image-file.service.ts'
import { prefixLengths } from '../stored/image-metadata.service.ts'
import { readWhole } from '../stored/read-file.ts'
import type { RecordedFile } from '../stored/stored-image.ts'

export interface PixelDeps {
  readonly files: FileStore
  readonly log: Logger
  readonly readPool: ReadPool
  readonly transcodePool: TranscodePool
  readonly verifiedFiles: ReturnType<typeof createImageFiles>
}

export interface FramePixels {
  readonly length: number
  readonly bytes: PooledBytes
}

/** Reads the stored values of one frame, as the metadata of the image describe them. */
export function createPixelReader({
  files,
  log,
  readPool,
  transcodePool,
  verifiedFiles,
}: PixelDeps) {
  const frameReader = createFrameReader({ files, transcodePool, verifiedFiles })

  async function read(
    recorded: RecordedFile,
    frame: number,
    signal: AbortSignal,
  ): Promise<FramePixels> {
    const { filePath } = recorded
    const found = (await files.stat(filePath)) ?? refuse('image/missing')
    if (found.byteLength < recorded.byteLength) refuse('image/unreadable')
    const fileBytes = found.byteLength
    const file = { key: filePath, byteLength: fileBytes }
    const location = await readPrefix(files, file, prefixLengths, (prefix) =>
      readPool.locatePixels(prefix, { fileBytes, frame, signal }),
    )
    if (!location) refuse('image/unreadable')
    if (location.plain) {
      await verifiedFiles.open(recorded, signal)
      const { start, end } = location.plain
      return { length: end - start, bytes: streamPart(files, filePath, location.plain) }
    }
    if (location.singleFrame) {
      const values = await frameReader.read(recorded, location.singleFrame, {
        fileBytes,
        frame,
        signal,
      })
      if (values) return { length: values.byteLength, bytes: toAsyncIterable(values) }
    }
    const task = { kind: 'numbers', frame } as const
    const whole = () => readWhole(files, { ...recorded, byteLength: fileBytes })
    const [values] = await transcodePool.run(task, whole, signal)
    if (!values) refuse('image/unreadable')
    return { length: values.byteLength, bytes: toAsyncIterable(values) }
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

async function* toAsyncIterable(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
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
