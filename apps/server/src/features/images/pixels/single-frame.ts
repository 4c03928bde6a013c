import { DicomFault } from '@talus/dicom'
import type { SingleFrameLocation, FrameSpan } from '@talus/dicom'
import type { FileStore } from '../../../files/index.ts'
import type { TranscodePool } from '../../../workers/index.ts'
import type { createImageFiles } from '../stored/image-file.service.ts'
import { readParts, readWhole } from '../stored/read-file.ts'
import type { RecordedFile } from '../stored/stored-image.ts'

export interface FrameReaderDeps {
  readonly files: FileStore
  readonly transcodePool: TranscodePool
  readonly verifiedFiles: ReturnType<typeof createImageFiles>
}

interface FrameRequest {
  readonly fileBytes: number
  /** The index of the frame, from 0. */
  readonly frame: number
  readonly signal: AbortSignal
}

/**
 * The number of multi-frame files whose offsets are cached. The longest takes a quarter of a
 * megabyte.
 */
const rememberedMax = 32

/**
 * Reads one frame of a multi-frame file from its own bytes: a viewer requests thirty per second,
 * and each would otherwise cost a scan of the whole file.
 */
export function createFrameReader({ files, transcodePool, verifiedFiles }: FrameReaderDeps) {
  /** Frame offsets of files without an offset table; the oldest entry first. */
  const offsets = new Map<string, Promise<Float64Array>>()

  async function scanFrames(recorded: RecordedFile, fileBytes: number): Promise<Float64Array> {
    const whole = () => readWhole(files, { ...recorded, byteLength: fileBytes })
    // Not aborted with the request: other requests may wait for the same result.
    const [ends] = await transcodePool.run({ kind: 'spans' }, whole)
    return ends ? new Float64Array(ends.slice().buffer) : new Float64Array()
  }

  function getOffsets(recorded: RecordedFile, fileBytes: number): Promise<Float64Array> {
    const name = `${recorded.filePath} ${recorded.sha256} ${fileBytes}`
    const known = offsets.get(name)
    if (known) return known
    const found = scanFrames(recorded, fileBytes)
    offsets.set(name, found)
    found.catch(() => offsets.delete(name))
    const [oldest] = offsets.keys()
    if (oldest !== undefined && offsets.size > rememberedMax) offsets.delete(oldest)
    return found
  }

  async function findSpan(recorded: RecordedFile, { fileBytes, frame }: FrameRequest) {
    const ends = await getOffsets(recorded, fileBytes)
    const [start, end] = [ends[2 * frame], ends[2 * frame + 1]]
    const isThere = start !== undefined && end !== undefined
    return isThere ? ({ start, end, hasHeaders: true } satisfies FrameSpan) : undefined
  }

  /** Undefined if the whole file has to be decoded: its offset table may be wrong. */
  async function read(
    recorded: RecordedFile,
    { headBytes, span: tableSpan }: SingleFrameLocation,
    request: FrameRequest,
  ): Promise<Uint8Array | undefined> {
    const { fileBytes, frame, signal } = request
    const { filePath } = recorded
    await verifiedFiles.open(recorded, signal)
    const span = tableSpan ?? (await findSpan(recorded, request))
    if (!span) return undefined
    const { start, end, hasHeaders } = span
    const task = { kind: 'numbers-apart', frame, headBytes, fileBytes, hasHeaders } as const
    const parts = [
      { start: 0, end: headBytes },
      { start, end },
    ]
    try {
      const made = await transcodePool.run(task, () => readParts(files, filePath, parts), signal)
      return made[0]
    } catch (error) {
      if (error instanceof DicomFault) return undefined
      throw error
    }
  }

  return { read }
}
