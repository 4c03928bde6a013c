import { FrameMismatch } from '@talus/imaging/processing'
import { speciesName } from '@talus/contract'
import type { Logger } from '../../../jobs/define-job.ts'
import { WorkerFault } from '../../../workers/index.ts'
import type { FramePreview, Processings } from '../../../workers/index.ts'
import type { FramePicture } from './frame-object.ts'
import { plainImage, wholePixels } from './frame-pixels.ts'
import type { RawFrameInfo } from './raw-frame-info.ts'

export interface PictureDeps {
  readonly processings: Processings
  readonly log: Logger
}

export interface MadePicture {
  readonly picture: FramePicture
  /** 16 bit little endian. */
  readonly pixels: Uint8Array
  /** Empty where the counts are shown as they came. */
  readonly look: string
}

type Frame = Pick<RawFrameInfo, 'id' | 'width' | 'height' | 'bits' | 'pitch' | 'calibration'>
interface Shown {
  readonly speciesId: number | null
  readonly bodyPart: string
}

/** Nobody can process it: an animal was irradiated for it, so it is shown as it came. */
function asItCame(frame: Frame, bytes: Uint8Array): MadePicture {
  const { pixels, ...picture } = plainImage(wholePixels(frame, bytes), frame.bits)
  const unknown = { exposureIndex: null, targetExposureIndex: null, deviationIndex: null }
  return { picture: { ...picture, ...unknown, isSigmoid: false }, pixels, look: '' }
}

export const frameToProcess = (frame: Frame, { speciesId, bodyPart }: Shown, bytes: Uint8Array) => {
  const whole = wholePixels(frame, bytes)
  return {
    width: whole.width,
    height: whole.height,
    bits: frame.bits,
    pitch: frame.pitch,
    // A copy: it is handed over, and asked for again where the thread has died.
    bytes: async () => whole.bytes.slice(),
    calibration: frame.calibration,
    species: (speciesId === null ? undefined : speciesName(speciesId)) ?? ('Canine' as const),
    bodyPart,
  }
}

const triesMax = 2

/** Fails only when the server stops: then the frame waits for the next one. */
export async function pictureOf(
  { processings, log }: PictureDeps,
  frame: Frame,
  shown: Shown,
  bytes: Uint8Array,
  onPreview?: (preview: FramePreview) => void,
): Promise<MadePicture> {
  const wanted = frameToProcess(frame, shown, bytes)
  for (let tries = 1; tries <= triesMax; tries += 1)
    try {
      const { pixels, look, ...processed } = await processings.process(wanted, onPreview)
      const picture = { ...processed, photometric: 'MONOCHROME2' as const, isSigmoid: true }
      return { picture, pixels, look }
    } catch (error) {
      if (error instanceof WorkerFault && error.code === 'closed') throw error
      log.error({ err: error, frameId: frame.id, tries }, 'a frame could not be processed')
      if (error instanceof FrameMismatch) break
    }
  return asItCame(frame, bytes)
}
