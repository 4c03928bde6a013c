import { refuse } from '@talus/contract'
import { DicomFault, frameAlignment } from '@talus/dicom'
import type { FrameApart, FrameSpan, Reduction, SingleFrameLocation } from '@talus/dicom'
import type { Logger } from '@talus/node-kit/logger'
import type { FileStore } from '../../../files/index.ts'
import type { ReadPool } from '../../../workers/index.ts'
import { createImageFiles } from '../stored/image-file.service.ts'
import { prefixLengths } from '../stored/image-metadata.service.ts'
import { decodedBytesMax, readParts } from '../stored/read-file.ts'
import { readPrefix } from '../stored/read-prefix.ts'
import type { RecordedFile } from '../stored/stored-image.ts'
import { readReducedFrame } from './reduced-frame.ts'
import { scanFragments } from './scan-fragments.ts'

export interface SingleFrameDeps {
  readonly files: FileStore
  readonly readPool: Pick<ReadPool, 'locatePixels'>
  readonly log: Logger
}

/** The header of a file and one of its frames, which are read when a worker is free. */
export interface LoadableFrame {
  readonly apart: FrameApart
  /** The number of bytes that `load` reads. */
  readonly byteLength: number
  readonly load: () => Promise<Uint8Array>
}

interface FrameRequest {
  /** The index of the frame, from 0. */
  readonly frame: number
  readonly signal: AbortSignal
}

/** The files and their frames in the archive, each read from its own bytes. */
export type SingleFrames = ReturnType<typeof createSingleFrames>

/**
 * The number of multi-frame files whose offsets are cached. The longest takes a quarter of a
 * megabyte.
 */
const rememberedMax = 32

/**
 * Finds the bytes of one frame of a multi-frame file: a viewer requests thirty frames per second,
 * and a file may be larger than the memory.
 */
export function createSingleFrames({ files, readPool, log }: SingleFrameDeps) {
  const verifiedFiles = createImageFiles({ files, log })
  /** The frames of files without an offset table; the oldest entry first. */
  const scanned = new Map<string, Promise<readonly FrameSpan[]>>()

  async function scan(key: string, { valueStart, frames }: SingleFrameLocation) {
    const scanner = await scanFragments(files, key, valueStart)
    return scanner.finish(frames)
  }

  function getSpans(recorded: RecordedFile, location: SingleFrameLocation) {
    const { filePath, sha256, byteLength } = recorded
    const name = `${filePath} ${sha256} ${byteLength}`
    const known = scanned.get(name)
    if (known) return known
    // Not aborted with the request: other requests may wait for the same result.
    const found = scan(filePath, location)
    scanned.set(name, found)
    found.catch(() => scanned.delete(name))
    const [oldest] = scanned.keys()
    if (oldest !== undefined && scanned.size > rememberedMax) scanned.delete(oldest)
    return found
  }

  async function locate(recorded: RecordedFile, { frame, signal }: FrameRequest) {
    const { filePath } = recorded
    const found = (await files.stat(filePath)) ?? refuse('image/missing')
    if (found.byteLength < recorded.byteLength) refuse('image/unreadable')
    const fileBytes = found.byteLength
    const file = { key: filePath, byteLength: fileBytes }
    const location = await readPrefix(files, file, prefixLengths, (prefix) =>
      readPool.locatePixels(prefix, { fileBytes, frame, signal }),
    )
    return location && { ...location, fileBytes }
  }

  /** Undefined if the whole file has to be decoded. */
  async function open(
    recorded: RecordedFile,
    location: SingleFrameLocation,
    fileBytes: number,
    { frame, signal }: FrameRequest,
  ): Promise<LoadableFrame | undefined> {
    const { filePath } = recorded
    await verifiedFiles.open(recorded, signal)
    const span = location.span ?? (await getSpans(recorded, location))[frame]
    const { headBytes } = location
    // A frame that is longer than any image cannot be decoded: the fragments are not what they claim.
    if (!span || headBytes + span.end - span.start > decodedBytesMax) return undefined
    const { start, end, hasHeaders } = span
    const parts = [
      { start: 0, end: headBytes },
      { start, end },
    ]
    return {
      apart: { frame, headBytes, fileBytes, hasHeaders },
      byteLength: headBytes + end - start,
      load: () => readParts(files, filePath, parts, frameAlignment),
    }
  }

  /** An image that is too large is read with fewer pixels, as if it were stored so. */
  async function openReduced(
    recorded: RecordedFile,
    reduction: Reduction,
    fileBytes: number,
    signal: AbortSignal,
  ): Promise<LoadableFrame> {
    await verifiedFiles.open(recorded, signal)
    const { headBytes, reducedColumns, reducedRows, bits } = reduction
    return {
      apart: { frame: 0, headBytes, fileBytes, hasHeaders: false },
      byteLength: headBytes + (reducedColumns * reducedRows * bits) / 8,
      load: () => readReducedFrame(files, recorded.filePath, reduction),
    }
  }

  return {
    verify: (recorded: RecordedFile, signal: AbortSignal) => verifiedFiles.open(recorded, signal),
    locate,
    open,
    openReduced,
    /** Undefined for a short file of one frame, and if a frame cannot be decoded on its own. */
    async find(recorded: RecordedFile, request: FrameRequest): Promise<LoadableFrame | undefined> {
      const location = await locate(recorded, request)
      // Other systems get the stored pixels or none.
      if (location?.reduction) throw new DicomFault('too-large', `${location.fileBytes} bytes`)
      if (!location?.singleFrame) return undefined
      return open(recorded, location.singleFrame, location.fileBytes, request)
    },
    /** The frame to render, which may be reduced; `step` is the edge of the averaged squares. */
    async findShown(
      recorded: RecordedFile,
      request: FrameRequest,
    ): Promise<(LoadableFrame & { readonly step: number }) | undefined> {
      const location = await locate(recorded, request)
      if (!location) return undefined
      const { reduction, singleFrame, fileBytes } = location
      const single = reduction
        ? await openReduced(recorded, reduction, fileBytes, request.signal)
        : singleFrame && (await open(recorded, singleFrame, fileBytes, request))
      return single && { ...single, step: reduction?.step ?? 1 }
    },
  }
}
