import { describe, expect, test } from 'vitest'
import { prepareFrame } from './prepare.ts'
import { presetIds, presets } from './presets.ts'
import { previewFrame } from './preview.ts'
import { processFrame, processPrepared } from './process.ts'
import type { ProcessedImage } from './process.ts'
import { createIdentityCalibration } from './raw-frame.ts'
import type { RawFrame } from './raw-frame.ts'
import { createFrame, createLimbFrame } from './testing/frames.ts'
import { highestOutput, computeTone } from './tone.ts'

const [width, height] = [640, 512]
const blades = { left: -230, right: 240, top: -200, bottom: 190, degrees: 2 }
const limb = (air: number, isCollimated = true) =>
  createLimbFrame({
    width,
    height,
    air,
    hasLimb: true,
    seed: 11,
    ...(isCollimated ? { field: blades } : {}),
  })
const dogLeg = { species: 'Canine', bodyPart: 'Back Legs' } as const
const process = (frame: RawFrame) =>
  processFrame(frame, createIdentityCalibration(frame, 400), dogLeg)

/** Vitest takes seconds to compare arrays of hundreds of thousands of numbers. */
const isSame = (one: Uint16Array | Float32Array, other: Uint16Array | Float32Array) =>
  one.length === other.length && one.every((value, at) => value === other[at])

/** The displayed grey level of a pixel from 0 to 1, with the window of the image. */
const getGrey = ({ data, window }: ProcessedImage, at: number) =>
  1 / (1 + Math.exp((-4 * ((data[at] ?? 0) - window.center)) / window.width))

function computeMeanGrey(image: ProcessedImage, x: number, y: number): number {
  const scale = image.width / width
  let sum = 0
  for (let dy = -2; dy <= 2; dy += 1)
    for (let dx = -2; dx <= 2; dx += 1)
      sum += getGrey(image, (Math.round(y * scale) + dy) * image.width + Math.round(x * scale) + dx)
  return sum / 25
}

const positions = {
  bone: [320, 256],
  flesh: [255, 256],
  air: [130, 256],
  covered: [20, 256],
} as const

describe('the processed image of a limb', () => {
  const image = process(limb(8000))

  test('a limb has white bone, grey soft tissue, black air and a black collimated area', () => {
    const at = (name: keyof typeof positions) => {
      const [x, y] = positions[name]
      return computeMeanGrey(image, x, y)
    }
    expect(at('bone')).toBeGreaterThan(0.75)
    expect(at('flesh')).toBeGreaterThan(0.15)
    expect(at('flesh')).toBeLessThan(0.7)
    expect(at('air')).toBeLessThan(0.05)
    expect(at('covered')).toBeLessThan(0.02)
  })

  test('a processed image keeps the size of the frame and fits into 14 bits', () => {
    expect([image.width, image.height, image.bits]).toEqual([width, height, 14])
    expect(image.data.every((value) => value <= highestOutput)).toBe(true)
  })

  test('a processed image has the corners of the field, rotated like the blades', () => {
    const [first, second] = image.corners
    const degrees = (Math.atan2(second.y - first.y, second.x - first.x) * 180) / Math.PI
    expect(degrees).toBeCloseTo(2, 0)
    expect(image.field.width).toBeGreaterThan(440)
    expect(image.field.width).toBeLessThan(500)
  })

  test('a processed image has no bright halo along the collimated area', () => {
    // Air at the rim is as black as other air.
    let brightest = 0
    for (let y = 150; y < 350; y += 1) {
      const row = y * width
      let from = row
      while ((image.data[from] ?? 0) === 0 && from < row + 200) from += 1
      for (let x = 0; x < 12; x += 1) brightest = Math.max(brightest, getGrey(image, from + x))
    }
    expect(brightest).toBeLessThan(0.12)
  })
})

test('every preset gives a different image, and none changes the frame or its calibration', () => {
  const frame = limb(8000)
  const before = frame.data.slice()
  const calibration = createIdentityCalibration(frame, 400)
  const prepared = prepareFrame(frame, calibration)
  const counts = prepared.linear.data.slice()
  const seen = new Set<string>()
  for (const preset of presetIds) {
    const image = processPrepared(prepared, { ...dogLeg, preset })
    expect(image.preset).toBe(preset)
    seen.add(
      `${image.window.center} ${image.data[256 * width + 255]} ${image.data[256 * width + 320]}`,
    )
  }
  expect(seen.size).toBe(presetIds.length)
  expect(isSame(frame.data, before)).toBe(true)
  expect(isSame(prepared.linear.data, counts)).toBe(true)
  expect(calibration.gain.every((gain) => gain === 1)).toBe(true)
})

test('processing a frame twice gives the same image', () => {
  const [one, other] = [process(limb(4000)), process(limb(4000))]
  expect(isSame(one.data, other.data)).toBe(true)
  expect({ ...one, data: undefined }).toEqual({ ...other, data: undefined })
})

test('the preview resembles the full image', () => {
  const frame = limb(8000)
  const calibration = createIdentityCalibration(frame, 400)
  const image = processFrame(frame, calibration, dogLeg)
  const preview = previewFrame(frame, calibration, dogLeg, 320)
  expect([preview.width, preview.height]).toEqual([320, 256])
  expect(preview.pitch).toBeCloseTo(0.28)
  expect(preview.exposureIndex).toBe(image.exposureIndex)
  for (const [x, y] of Object.values(positions)) {
    const difference = computeMeanGrey(preview, x, y) - computeMeanGrey(image, x, y)
    expect(Math.abs(difference)).toBeLessThan(0.08)
  }
  expect(preview.field.x).toBeCloseTo(image.field.x / 2, -1)
})

describe('underexposed and overexposed frames', () => {
  for (const [dose, air] of [
    ['a twentieth of the dose', 400],
    ['twice the dose that saturates air', 32_000],
  ] as const)
    test(`an exposure with ${dose} is readable`, () => {
      const image = process(limb(air))
      const bone = computeMeanGrey(image, ...positions.bone)
      const flesh = computeMeanGrey(image, ...positions.flesh)
      expect(bone - flesh).toBeGreaterThan(0.2)
      expect(computeMeanGrey(image, ...positions.covered)).toBeLessThan(0.02)
      expect(computeMeanGrey(image, ...positions.air)).toBeLessThan(0.15)
    })

  test('the deviation index follows the dose', () => {
    const [low, high] = [process(limb(2000)), process(limb(8000))]
    expect((high.deviationIndex ?? 0) - (low.deviationIndex ?? 0)).toBeCloseTo(6.02, 0)
  })
})

describe('extreme frames', () => {
  for (const [description, frame] of [
    ['no signal at all', createFrame(120, 90, () => 0)],
    ['all pixels saturated', createFrame(120, 90, () => 16_383)],
    ['one pixel', createFrame(1, 1, () => 500)],
    ['three pixels', createFrame(3, 1, (x) => 1000 * x)],
    ['20 x 30 pixels', createFrame(20, 30, (x, y) => 100 * x + y)],
    ['8 bits', createFrame(60, 40, (x) => 4 * x, 8)],
    ['16 bits', createFrame(60, 40, (x) => 1000 * x, 16)],
  ] as const)
    test(`every preset processes a frame with ${description}`, () => {
      for (const preset of presetIds) {
        const calibration = createIdentityCalibration(frame, 400)
        const image = processFrame(frame, calibration, { ...dogLeg, preset })
        expect(image.data).toHaveLength(frame.data.length)
        expect(Number.isFinite(image.window.center)).toBe(true)
        expect(image.window.width).toBeGreaterThan(0)
        expect(image.exposureIndex).toBeGreaterThanOrEqual(0)
      }
      expect(previewFrame(frame, undefined, dogLeg, 10).data.length).toBeGreaterThan(0)
    })

  test('a frame without signal has no deviation index', () => {
    expect(process(createFrame(300, 200, () => 0))).toMatchObject({
      exposureIndex: 0,
      deviationIndex: null,
      band: null,
    })
  })

  test('the noise of a uniform exposure is not spread from black to white', () => {
    const image = process(createLimbFrame({ width, height, air: 3000, hasLimb: false, seed: 2 }))
    const values = image.data.toSorted()
    const [low, high] = [
      values[Math.floor(values.length * 0.01)],
      values[Math.floor(values.length * 0.99)],
    ]
    expect((high ?? 0) - (low ?? 0)).toBeLessThan(0.35 * highestOutput)
  })
})

describe('tone curve', () => {
  const anatomy = () => Float32Array.from({ length: 1000 }, (_, at) => -8 + (4 * at) / 999)
  const air = () => new Float32Array(100).fill(-8.3)

  test('the tone curve is monotonic with and without air', () => {
    for (const background of [air(), new Float32Array(0)]) {
      const { scale, offset, knee, bend } = computeTone(
        anatomy(),
        background,
        presets.bone.tone,
      ).normalisation
      let before = -Infinity
      for (let value = -8.3; value < -3; value += 0.01) {
        const straight = value * scale + offset
        const bent = straight < knee ? straight - bend * (knee - straight) ** 2 : straight
        expect(bent).toBeGreaterThan(before)
        before = bent
      }
    }
  })

  test('the tone curve shows the anatomy from 5 to 95 percent', () => {
    const { normalisation, window } = computeTone(anatomy(), new Float32Array(0), {
      shift: 0,
      width: 1,
    })
    const at = (attenuation: number) => {
      const value = attenuation * normalisation.scale + normalisation.offset
      return 1 / (1 + Math.exp((-4 * (value - window.center)) / window.width))
    }
    expect(at(-7.98)).toBeCloseTo(0.05, 2)
    expect(at(-4.02)).toBeCloseTo(0.95, 2)
    expect(at(-6)).toBeCloseTo(0.5, 2)
  })
})
