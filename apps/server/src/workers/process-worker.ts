import type { Transferable } from 'node:worker_threads'
import {
  computeFieldBounds,
  cropToField,
  FrameMismatch,
  noDefects,
  prepareFrame,
  presetIds,
  processPrepared,
} from '@talus/imaging/processing'
import type { PreparedFrame, ProcessOptions, RawFrame } from '@talus/imaging/processing'
import sharp from 'sharp'
import { encodeGreyJpeg } from './encode-grey-jpeg.ts'
import { createCalibrationCache, parseCalibrationInfo } from './panel-calibration.ts'
import { frameMismatches } from './process-protocol.ts'
import type {
  FrameDescription,
  FramePreview,
  ProcessedFrame,
  ProcessProtocol,
} from './process-protocol.ts'
import { Transferred } from './protocol.ts'
import { answerCalls } from './worker-script.ts'

sharp.cache(false)
sharp.concurrency(1)

/** Large enough for a screen, and processed in half a second. */
const previewEdge = 1000
const jpegQuality = 88

type SendNote = (progress: { readonly note: string }) => void

/** Sends a note about the current call; the pool makes one at a time. */
let sendNote: SendNote = () => undefined
const note = (text: string) => sendNote({ note: text })
const calibrations = createCalibrationCache(note)

function toCounts({ buffer, byteOffset, byteLength }: Uint8Array): Uint16Array {
  if (byteLength % 2 !== 0) throw new FrameMismatch('half a count at the end of a frame')
  return byteOffset % 2 === 0
    ? new Uint16Array(buffer, byteOffset, byteLength / 2)
    : new Uint16Array(buffer.slice(byteOffset, byteOffset + byteLength))
}

/** Buffer of the previous frame, reused because frames of one panel have one size. */
let reusedBuffer: Float32Array | undefined
/** Cached, because a user who chooses a preset compares several. */
let last: { readonly id: string; readonly frame: PreparedFrame } | undefined

function getPreparedFrame(frame: FrameDescription, bytes: Uint8Array, folder: string | undefined) {
  if (last && last.id === frame.id) return last.frame
  last = undefined
  const made = prepare(frame, bytes, folder)
  reusedBuffer = made.linear.data
  last = frame.id === undefined ? undefined : { id: frame.id, frame: made }
  return made
}

/** Applies what is known of the sensor; an image without calibration is better than none. */
function prepare(frame: FrameDescription, bytes: Uint8Array, folder: string | undefined) {
  const { width, height, bits, receivedRows } = frame
  // Processing does not depend on the pixel pitch, which vendors may not state.
  const info = parseCalibrationInfo(frame.calibration)
  const data = toCounts(bytes)
  const saturation = info?.saturation
  const raw: RawFrame = { width, height, bits, saturation, pitch: 1, data, receivedRows }
  if (!info) note(`a calibration was not understood: ${JSON.stringify(frame.calibration)}`)
  const { detectorSeed, countsPerMicrogray, offset } = info ?? {}
  // A frame of the wrong length is refused before a calibration of its size is computed.
  if (raw.data.length === width * height && detectorSeed !== undefined)
    try {
      const panel = { detectorSeed, countsPerMicrogray: countsPerMicrogray ?? 1, width, height }
      const calibration = calibrations.getCalibration(panel, folder)
      return { ...prepareFrame(raw, calibration, reusedBuffer), countsPerMicrogray }
    } catch (error) {
      if (error instanceof FrameMismatch) throw error
      note(`a calibration was not made: ${String(error)}`)
    }
  const pedestal = offset ? createEvenCalibration(raw, offset) : undefined
  return { ...prepareFrame(raw, pedestal, reusedBuffer), countsPerMicrogray }
}

function createEvenCalibration({ width, height, data }: RawFrame, offset: number) {
  return {
    width,
    height,
    dark: new Float32Array(data.length).fill(offset),
    gain: new Float32Array(data.length).fill(1),
    defects: noDefects,
    darkNoise: 4,
    countsPerMicrogray: 1,
  }
}

/** An unknown preset falls back to the default, so that there is always an image. */
function getProcessOptions({ species, bodyPart, preset }: FrameDescription): ProcessOptions {
  const known = presetIds.find((id) => id === preset)
  if (preset !== undefined && known === undefined) note(`there is no preset ${preset}`)
  return { species, bodyPart, preset: known }
}

/** A JPEG of the exposed field, whose longest edge is about `longestEdge` after cropping. */
async function renderJpeg(frame: PreparedFrame, options: ProcessOptions, longestEdge: number) {
  const { linear, field } = frame
  const { width, height } = computeFieldBounds(field)
  const share = Math.max(width, height) / Math.max(linear.width, linear.height)
  const image = processPrepared(frame, options, longestEdge / Math.max(share, 0.1))
  const jpeg = await encodeGreyJpeg({ ...image, ...cropToField(image) }, jpegQuality)
  return { image, jpeg }
}

async function renderPreview(frame: PreparedFrame, options: ProcessOptions): Promise<FramePreview> {
  const { image, jpeg } = await renderJpeg(frame, options, previewEdge)
  const { exposureIndex, deviationIndex, saturatedShare } = image
  return { jpeg, exposureIndex, deviationIndex, saturatedShare }
}

function processWhole(frame: PreparedFrame, options: ProcessOptions): ProcessedFrame {
  const image = processPrepared(frame, options)
  const { center, width } = image.window
  const { exposureIndex, targetExposureIndex, deviationIndex, saturatedShare } = image
  const cropped = cropToField(image)
  const { buffer, byteOffset, byteLength } = cropped.data
  return {
    rows: cropped.height,
    columns: cropped.width,
    origin: cropped.origin,
    bitsStored: image.bits,
    pixels: new Uint8Array(buffer, byteOffset, byteLength),
    window: { center, width },
    preset: image.preset,
    exposureIndex,
    targetExposureIndex,
    deviationIndex,
    saturatedShare,
  }
}

/**
 * Lets V8 optimise the code: it is then several times faster, and a patient does not hold still.
 */
function warmUpCode(): void {
  const [width, height] = [700, 575]
  const data = Uint16Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) / width - 0.5, Math.floor(at / width) / height - 0.5]
    const isOpen = Math.abs(x) < 0.42 && Math.abs(y) < 0.43
    return (isOpen ? 9000 : 60) * Math.exp(-2 * Math.max(0, 1 - 9 * x * x)) + ((at * 7919) % 97)
  })
  const raw: RawFrame = { width, height, bits: 14, pitch: 1, data }
  const options: ProcessOptions = { species: 'Canine', bodyPart: 'Chest' }
  const even = createEvenCalibration(raw, 180)
  for (let round = 0; round < 3; round += 1) {
    const frame = prepareFrame(raw, even)
    processPrepared(frame, options, previewEdge / 3)
    processPrepared(frame, options)
  }
}
let isWarmedUp = false

function warm({ panel, cacheFolder }: ProcessProtocol['calls']['warm']['payload']): void {
  const { detectorSeed, countsPerMicrogray = 1 } = parseCalibrationInfo(panel?.calibration) ?? {}
  if (!panel) calibrations.preload(cacheFolder)
  else if (detectorSeed !== undefined)
    calibrations.getCalibration({ ...panel, detectorSeed, countsPerMicrogray }, cacheFolder)
  if (!isWarmedUp) warmUpCode()
  isWarmedUp = true
}

const getTransferList = ({ buffer }: Uint8Array): Transferable[] =>
  buffer instanceof ArrayBuffer ? [buffer] : []

answerCalls<ProcessProtocol>(
  {
    process: async ({ frame, bytes, cacheFolder, withPreview }, { sendProgress }) => {
      sendNote = sendProgress
      const prepared = getPreparedFrame(frame, bytes, cacheFolder)
      const options = getProcessOptions(frame)
      if (withPreview) {
        const preview = await renderPreview(prepared, options)
        sendProgress({ preview }, getTransferList(preview.jpeg))
      }
      isWarmedUp = true
      const processed = processWhole(prepared, options)
      return new Transferred(processed, getTransferList(processed.pixels))
    },
    renderJpeg: async ({ frame, bytes, cacheFolder, longestEdge }, { sendProgress }) => {
      sendNote = sendProgress
      const prepared = getPreparedFrame(frame, bytes, cacheFolder)
      const { jpeg } = await renderJpeg(prepared, getProcessOptions(frame), longestEdge)
      return new Transferred(jpeg, getTransferList(jpeg))
    },
    warm: (payload, { sendProgress }) => {
      sendNote = sendProgress
      warm(payload)
      return undefined
    },
  },
  frameMismatches,
)
