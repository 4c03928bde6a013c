import { DicomFault } from '@talus/dicom'
import type { FileStore } from '../../../files/index.ts'
import { reserveDecodedMemory } from '../../../workers/index.ts'
import type { TranscodePool } from '../../../workers/index.ts'
import { decodedBytesMax, largeFrom, readWhole } from '../../images/index.ts'
import type { RecordedFile, SingleFrames } from '../../images/index.ts'

export interface PackDeps {
  readonly files: FileStore
  readonly transcodePool: TranscodePool
  readonly singleFrames: Pick<SingleFrames, 'find'>
}

/** One frame of a stored image. */
export interface SliceSource {
  readonly recorded: RecordedFile
  /** Counts from 1. */
  readonly frame: number
  /** The image has further frames. */
  readonly isMultiFrame: boolean
}

/**
 * Decodes a frame and packs it in a worker. Refuses a file that differs from its recorded hash:
 * it may belong to another patient.
 */
export async function packStored(
  { files, transcodePool, singleFrames }: PackDeps,
  { recorded, frame, isMultiFrame }: SliceSource,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const request = { frame: frame - 1, signal }
  const isLarge = isMultiFrame || recorded.byteLength > largeFrom
  const single = isLarge ? await singleFrames.find(recorded, request) : undefined
  const { byteLength } = single ?? recorded
  if (byteLength > decodedBytesMax) throw new DicomFault('too-large', `${byteLength} bytes`)
  const release = await reserveDecodedMemory(byteLength, signal)
  try {
    const task = { kind: 'pack-slice', frame: request.frame } as const
    const [packed] = single
      ? await transcodePool.run({ ...task, apart: single.apart }, single.load, signal)
      : await transcodePool.run(task, () => readWhole(files, recorded), signal)
    if (!packed) throw new Error('the worker returned no slice')
    return packed
  } finally {
    release()
  }
}
