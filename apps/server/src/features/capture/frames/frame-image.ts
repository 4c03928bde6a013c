import { FrameMismatch } from '@talus/imaging/processing'
import { getSpeciesName } from '@talus/contract'
import type { Logger } from '@talus/node-kit/logger'
import { WorkerFault } from '../../../workers/index.ts'
import type { FramePreview, ProcessPool } from '../../../workers/index.ts'
import type { FrameImageAttributes } from './frame-attributes.ts'
import { createCountImage, fitPixels } from './frame-pixels.ts'
import type { RawFrameInfo } from './raw-frame-info.ts'

export interface FrameImageDeps {
  readonly processPool: ProcessPool
  readonly log: Logger
}

export interface FrameImage {
  readonly attributes: FrameImageAttributes
  /** 16 bit little endian. */
  readonly pixels: Uint8Array
  /** The id of the processing preset; empty if the image shows the unprocessed counts. */
  readonly preset: string
}

type Frame = Pick<RawFrameInfo, 'id' | 'width' | 'height' | 'bits' | 'pitch' | 'calibration'>
interface FrameAnatomy {
  readonly speciesId: number | null
  readonly bodyPart: string
}

/**
 * A frame that cannot be processed is stored with its raw counts, because a patient was irradiated
 * for it.
 */
function createUnprocessedImage(frame: Frame, bytes: Uint8Array): FrameImage {
  const { pixels, ...attributes } = createCountImage(fitPixels(frame, bytes), frame.bits)
  const unknown = {
    exposureIndex: null,
    targetExposureIndex: null,
    deviationIndex: null,
    saturatedShare: null,
  }
  return { attributes: { ...attributes, ...unknown, isSigmoid: false }, pixels, preset: '' }
}

export const toProcessingInput = (
  frame: Frame,
  { speciesId, bodyPart }: FrameAnatomy,
  bytes: Uint8Array,
) => {
  const pixels = fitPixels(frame, bytes)
  return {
    width: pixels.width,
    height: pixels.height,
    bits: frame.bits,
    receivedRows: pixels.receivedRows,
    pitch: frame.pitch,
    // Copied because the worker takes ownership, and the bytes are needed again when the thread
    // dies.
    bytes: async () => pixels.bytes.slice(),
    calibration: frame.calibration,
    species: (speciesId === null ? undefined : getSpeciesName(speciesId)) ?? ('Canine' as const),
    bodyPart,
  }
}

const triesMax = 2

/**
 * Processes a frame. Fails only when the server stops: then the next server process imports the
 * frame.
 */
export async function createFrameImage(
  { processPool, log }: FrameImageDeps,
  frame: Frame,
  anatomy: FrameAnatomy,
  bytes: Uint8Array,
  onPreview?: (preview: FramePreview) => void,
): Promise<FrameImage> {
  const input = toProcessingInput(frame, anatomy, bytes)
  for (let tries = 1; tries <= triesMax; tries += 1)
    try {
      const { pixels, preset, ...processed } = await processPool.process(input, onPreview)
      const attributes = { ...processed, photometric: 'MONOCHROME2' as const, isSigmoid: true }
      return { attributes, pixels, preset }
    } catch (error) {
      if (error instanceof WorkerFault && error.code === 'closed') throw error
      log.error({ err: error, frameId: frame.id, tries }, 'a frame could not be processed')
      if (error instanceof FrameMismatch) break
    }
  return createUnprocessedImage(frame, bytes)
}
