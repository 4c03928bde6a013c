import { parentPort } from 'node:worker_threads'
import type { Transferable } from 'node:worker_threads'
import {
  FrameMismatch,
  noDefects,
  prepareFrame,
  presetIds,
  processPrepared,
} from '@talus/imaging/processing'
import type { PreparedFrame, ProcessOptions, RawFrame } from '@talus/imaging/processing'
import sharp from 'sharp'
import { greyJpeg } from './display-greys.ts'
import { calibrationKeeper, toldOf } from './panel-calibration.ts'
import type {
  FrameDescription,
  FramePreview,
  ProcessedFrame,
  ProcessingAnswer,
  ProcessingTask,
} from './processing-messages.ts'

sharp.cache(false)
sharp.concurrency(1)

/** Enough for a screen, and half a second is soon over. */
const previewEdge = 1000
const jpegQuality = 88

type Asked = ProcessingTask & { readonly bytes: Uint8Array }

let notes: string[] = []
const calibrations = calibrationKeeper((text) => notes.push(text))

function countsOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint16Array {
  if (byteLength % 2 !== 0) throw new FrameMismatch('half a count at the end of a frame')
  return byteOffset % 2 === 0
    ? new Uint16Array(buffer, byteOffset, byteLength / 2)
    : new Uint16Array(buffer.slice(byteOffset, byteOffset + byteLength))
}

/** Of the frame before: frames of one panel are of one size. */
let room: Float32Array | undefined
/** Whoever chooses a look wants to see several. */
let last: { readonly id: string; readonly frame: PreparedFrame } | undefined

function prepared(frame: FrameDescription, bytes: Uint8Array, folder: string | undefined) {
  if (last && last.id === frame.id) return last.frame
  last = undefined
  const made = prepare(frame, bytes, folder)
  room = made.linear.data
  last = frame.id === undefined ? undefined : { id: frame.id, frame: made }
  return made
}

/** With what is known of the sensor; an image without calibration is better than none. */
function prepare(frame: FrameDescription, bytes: Uint8Array, folder: string | undefined) {
  const { width, height, bits } = frame
  // Where the vendor does not tell its size, a pixel is as good as any.
  const raw: RawFrame = { width, height, bits, pitch: 1, data: countsOf(bytes) }
  const told = toldOf(frame.calibration)
  if (!told) notes.push(`a calibration was not understood: ${JSON.stringify(frame.calibration)}`)
  const { detectorSeed, countsPerMicrogray, offset } = told ?? {}
  // A frame that is none is refused before a calibration of its size is made.
  if (raw.data.length === width * height && detectorSeed !== undefined)
    try {
      const panel = { detectorSeed, countsPerMicrogray: countsPerMicrogray ?? 1, width, height }
      const calibration = calibrations.ofPanel(panel, folder)
      return { ...prepareFrame(raw, calibration, room), countsPerMicrogray }
    } catch (error) {
      if (error instanceof FrameMismatch) throw error
      notes.push(`a calibration was not made: ${String(error)}`)
    }
  const pedestal = offset ? evenCalibration(raw, offset) : undefined
  return { ...prepareFrame(raw, pedestal, room), countsPerMicrogray }
}

function evenCalibration({ width, height, data }: RawFrame, offset: number) {
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

/** A look that is not known any more is no reason to be without an image. */
function optionsOf({ species, bodyPart, look }: FrameDescription): ProcessOptions {
  const preset = presetIds.find((id) => id === look)
  if (look !== undefined && preset === undefined) notes.push(`there is no look ${look}`)
  return { species, bodyPart, preset }
}

async function previewOf(frame: PreparedFrame, options: ProcessOptions): Promise<FramePreview> {
  const image = processPrepared(frame, options, previewEdge)
  const { exposureIndex, deviationIndex } = image
  return { jpeg: await greyJpeg(image, jpegQuality), exposureIndex, deviationIndex }
}

function wholeImage(frame: PreparedFrame, options: ProcessOptions): ProcessedFrame {
  const image = processPrepared(frame, options)
  const { center, width } = image.window
  const { exposureIndex, targetExposureIndex, deviationIndex } = image
  return {
    rows: image.height,
    columns: image.width,
    bitsStored: image.bits,
    pixels: new Uint8Array(image.data.buffer, image.data.byteOffset, image.data.byteLength),
    window: { center, width },
    look: image.preset,
    exposureIndex,
    targetExposureIndex,
    deviationIndex,
  }
}

/** Code that has run is several times faster, and an animal does not hold still. */
function rehearse(): void {
  const [width, height] = [700, 575]
  const data = Uint16Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) / width - 0.5, Math.floor(at / width) / height - 0.5]
    const isOpen = Math.abs(x) < 0.42 && Math.abs(y) < 0.43
    return (isOpen ? 9000 : 60) * Math.exp(-2 * Math.max(0, 1 - 9 * x * x)) + ((at * 7919) % 97)
  })
  const raw: RawFrame = { width, height, bits: 14, pitch: 1, data }
  const options: ProcessOptions = { species: 'Canine', bodyPart: 'Chest' }
  const even = evenCalibration(raw, 180)
  for (let round = 0; round < 3; round += 1) {
    const frame = prepareFrame(raw, even)
    processPrepared(frame, options, previewEdge / 3)
    processPrepared(frame, options)
  }
}
let isRehearsed = false

async function answer(task: Asked): Promise<ProcessingAnswer> {
  const { cacheFolder } = task
  switch (task.kind) {
    case 'process': {
      const frame = prepared(task.frame, task.bytes, cacheFolder)
      const options = optionsOf(task.frame)
      if (task.withPreview) {
        const preview = await previewOf(frame, options)
        parentPort?.postMessage({ progress: preview }, handedOver(preview.jpeg))
      }
      isRehearsed = true
      return { kind: 'process', result: wholeImage(frame, options), notes }
    }
    case 'picture': {
      const frame = prepared(task.frame, task.bytes, cacheFolder)
      const image = processPrepared(frame, optionsOf(task.frame), task.longestEdge)
      return { kind: 'picture', result: await greyJpeg(image, jpegQuality), notes }
    }
    case 'warm': {
      const { panel } = task
      const { detectorSeed, countsPerMicrogray = 1 } = toldOf(panel?.calibration) ?? {}
      if (!panel) calibrations.recall(cacheFolder)
      else if (detectorSeed !== undefined)
        calibrations.ofPanel({ ...panel, detectorSeed, countsPerMicrogray }, cacheFolder)
      if (!isRehearsed) rehearse()
      isRehearsed = true
      return { kind: 'warm', notes }
    }
  }
}

const handedOver = ({ buffer }: Uint8Array): Transferable[] =>
  buffer instanceof ArrayBuffer ? [buffer] : []

/** An error that is no fault of the frame is not caught: it ends the worker, and the pool tells. */
async function answerTask(task: Asked): Promise<ProcessingAnswer> {
  notes = []
  try {
    return await answer(task)
  } catch (error) {
    if (!(error instanceof FrameMismatch)) throw error
    return { kind: 'mismatch', message: error.message, notes }
  }
}

parentPort?.on('message', (task: Asked) => {
  void answerTask(task).then((given) => {
    const bytes =
      given.kind === 'process'
        ? given.result.pixels
        : given.kind === 'picture'
          ? given.result
          : undefined
    parentPort?.postMessage(given, bytes ? handedOver(bytes) : [])
  })
})
