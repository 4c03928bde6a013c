import { Refusal, refuse } from '@talus/contract'
import { cutCells, DicomFault } from '@talus/dicom'
import type { PlainNumbers } from '@talus/dicom'
import { borrowMemory, giveBackMemory } from '../../files/index.ts'
import type { FileStore, OpenFile } from '../../files/index.ts'
import type { LentBytes } from '../../http/send-bytes.ts'
import type { Logger } from '../../jobs/define-job.ts'
import type { Readings, Transcodings } from '../../workers/index.ts'
import { apartReader } from './frame-apart.ts'
import { readGrowing } from './growing-beginning.ts'
import type { imageFiles } from './image-file.service.ts'
import { beginnings } from './image-metadata.service.ts'
import { readWhole } from './read-file.ts'
import type { RecordedFile } from './stored-image.ts'

export interface PixelDeps {
  readonly files: FileStore
  readonly log: Logger
  readonly readings: Readings
  readonly transcodings: Transcodings
  readonly soundFiles: ReturnType<typeof imageFiles>
}

export interface Pixels {
  readonly length: number
  readonly bytes: LentBytes
}

/** The numbers of one frame, as the metadata of the image describe them. */
export function pixelReader({ files, log, readings, transcodings, soundFiles }: PixelDeps) {
  const apart = apartReader({ files, transcodings, soundFiles })

  async function read(recorded: RecordedFile, frame: number, signal: AbortSignal): Promise<Pixels> {
    const { filePath } = recorded
    const found = (await files.stat(filePath)) ?? refuse('image/missing')
    if (found.byteLength < recorded.byteLength) refuse('image/unreadable')
    const fileBytes = found.byteLength
    const file = { key: filePath, byteLength: fileBytes }
    const place = await readGrowing(files, file, beginnings, (beginning) =>
      readings.numbers(beginning, { fileBytes, frame, signal }),
    )
    if (!place) refuse('image/unreadable')
    if (place.plain) {
      await soundFiles.open(recorded, signal)
      const { start, end } = place.plain
      return { length: end - start, bytes: partOf(files, filePath, place.plain) }
    }
    if (place.apart) {
      const numbers = await apart.read(recorded, place.apart, { fileBytes, frame, signal })
      if (numbers) return { length: numbers.byteLength, bytes: once(numbers) }
    }
    const task = { kind: 'numbers', frame } as const
    const whole = () => readWhole(files, { ...recorded, byteLength: fileBytes })
    const [numbers] = await transcodings.run(task, whole, signal)
    if (!numbers) refuse('image/unreadable')
    return { length: numbers.byteLength, bytes: once(numbers) }
  }

  return async (recorded: RecordedFile, frame: number, signal: AbortSignal): Promise<Pixels> => {
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

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Out of the file as they lie in it: a radiograph of 13 MB is neither unpacked nor kept in memory. */
async function* partOf(files: FileStore, key: string, { start, end, cells }: PlainNumbers) {
  const file = (await files.open(key, start)) ?? refuse('image/missing')
  const memory = borrowMemory()
  try {
    for (let at = start; at < end;) {
      const chunk = memory.subarray(0, Math.min(memory.byteLength, end - at))
      await fill(file, chunk)
      if (cells) cutCells(chunk, cells)
      at += chunk.byteLength
      yield chunk
    }
  } finally {
    await file.close()
    giveBackMemory(memory)
  }
}

/** To its end: half a number cannot be cut. */
async function fill(file: OpenFile, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;) {
    const length = await file.read(chunk.subarray(at))
    if (length === 0) refuse('image/unreadable')
    at += length
  }
}
