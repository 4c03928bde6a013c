import { DicomFault } from '@talus/dicom'
import type { FrameApart, FrameSpan } from '@talus/dicom'
import type { FileStore } from '../../files/index.ts'
import type { Transcodings } from '../../workers/index.ts'
import type { imageFiles } from './image-file.service.ts'
import { readParts, readWhole } from './read-file.ts'
import type { RecordedFile } from './stored-image.ts'

export interface ApartDeps {
  readonly files: FileStore
  readonly transcodings: Transcodings
  readonly soundFiles: ReturnType<typeof imageFiles>
}

interface Wanted {
  readonly fileBytes: number
  /** Counts from 0. */
  readonly frame: number
  readonly signal: AbortSignal
}

/** Of loops that somebody looks at. The longest takes a quarter of a megabyte here. */
const rememberedMax = 32

/**
 * One frame of a loop out of its own bytes: thirty of them are asked for in a second, and each would cost a
 * walk through the whole file.
 */
export function apartReader({ files, transcodings, soundFiles }: ApartDeps) {
  /** Where the frames lie in files that have no table of them; the oldest first. */
  const places = new Map<string, Promise<Float64Array>>()

  async function lookThrough(recorded: RecordedFile, fileBytes: number): Promise<Float64Array> {
    const whole = () => readWhole(files, { ...recorded, byteLength: fileBytes })
    // Whoever asked may leave: others wait for the same.
    const [ends] = await transcodings.run({ kind: 'spans' }, whole)
    return ends ? new Float64Array(ends.slice().buffer) : new Float64Array()
  }

  function placesIn(recorded: RecordedFile, fileBytes: number): Promise<Float64Array> {
    const name = `${recorded.filePath} ${recorded.sha256} ${fileBytes}`
    const known = places.get(name)
    if (known) return known
    const found = lookThrough(recorded, fileBytes)
    places.set(name, found)
    found.catch(() => places.delete(name))
    const [oldest] = places.keys()
    if (oldest !== undefined && places.size > rememberedMax) places.delete(oldest)
    return found
  }

  async function foundSpan(recorded: RecordedFile, { fileBytes, frame }: Wanted) {
    const ends = await placesIn(recorded, fileBytes)
    const [start, end] = [ends[2 * frame], ends[2 * frame + 1]]
    const isThere = start !== undefined && end !== undefined
    return isThere ? ({ start, end, hasHeaders: true } satisfies FrameSpan) : undefined
  }

  /** Undefined where the whole file has to be asked: its table of offsets may be wrong. */
  async function read(
    recorded: RecordedFile,
    { headBytes, span: told }: FrameApart,
    wanted: Wanted,
  ): Promise<Uint8Array | undefined> {
    const { fileBytes, frame, signal } = wanted
    const { filePath } = recorded
    await soundFiles.open(recorded, signal)
    const span = told ?? (await foundSpan(recorded, wanted))
    if (!span) return undefined
    const { start, end, hasHeaders } = span
    const task = { kind: 'numbers-apart', frame, headBytes, fileBytes, hasHeaders } as const
    const parts = [
      { start: 0, end: headBytes },
      { start, end },
    ]
    try {
      const made = await transcodings.run(task, () => readParts(files, filePath, parts), signal)
      return made[0]
    } catch (error) {
      if (error instanceof DicomFault) return undefined
      throw error
    }
  }

  return { read }
}
