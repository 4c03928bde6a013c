import { describe, expect, test } from 'vitest'
import { prepareFrame } from './prepare.ts'
import { presetIds, presets } from './presets.ts'
import { previewFrame } from './preview.ts'
import { processFrame, processPrepared } from './process.ts'
import type { ProcessedImage } from './process.ts'
import { trustingCalibration } from './raw-frame.ts'
import type { RawFrame } from './raw-frame.ts'
import { frameOf, limbFrame } from './testing/frames.ts'
import { highestOutput, toneOf } from './tone.ts'

const [width, height] = [640, 512]
const blades = { left: -230, right: 240, top: -200, bottom: 190, degrees: 2 }
const limb = (air: number, isCollimated = true) =>
  limbFrame({
    width,
    height,
    air,
    hasLimb: true,
    seed: 11,
    ...(isCollimated ? { field: blades } : {}),
  })
const dogLeg = { species: 'Canine', bodyPart: 'Back Legs' } as const
const process = (frame: RawFrame) => processFrame(frame, trustingCalibration(frame, 400), dogLeg)

/** Vitest takes seconds to compare hundreds of thousands of numbers. */
const isSame = (one: Uint16Array | Float32Array, other: Uint16Array | Float32Array) =>
  one.length === other.length && one.every((value, at) => value === other[at])

/** What a viewer shows of a pixel, from 0 to 1, in the image's own window. */
const shown = ({ data, window }: ProcessedImage, at: number) =>
  1 / (1 + Math.exp((-4 * ((data[at] ?? 0) - window.center)) / window.width))

function meanShown(image: ProcessedImage, x: number, y: number): number {
  const scale = image.width / width
  let sum = 0
  for (let dy = -2; dy <= 2; dy += 1)
    for (let dx = -2; dx <= 2; dx += 1)
      sum += shown(image, (Math.round(y * scale) + dy) * image.width + Math.round(x * scale) + dx)
  return sum / 25
}

const places = { bone: [320, 256], flesh: [255, 256], air: [130, 256], covered: [20, 256] } as const

describe('a limb', () => {
  const image = process(limb(8000))

  test('is shown with white bone, grey flesh, black air and a black shutter', () => {
    const at = (place: keyof typeof places) => {
      const [x, y] = places[place]
      return meanShown(image, x, y)
    }
    expect(at('bone')).toBeGreaterThan(0.75)
    expect(at('flesh')).toBeGreaterThan(0.15)
    expect(at('flesh')).toBeLessThan(0.7)
    expect(at('air')).toBeLessThan(0.05)
    expect(at('covered')).toBeLessThan(0.02)
  })

  test('keeps its size and fits 14 bits', () => {
    expect([image.width, image.height, image.bits]).toEqual([width, height, 14])
    expect(image.data.every((value) => value <= highestOutput)).toBe(true)
  })

  test('has the field around it, turned as the blades are', () => {
    const [first, second] = image.corners
    const degrees = (Math.atan2(second.y - first.y, second.x - first.x) * 180) / Math.PI
    expect(degrees).toBeCloseTo(2, 0)
    expect(image.field.width).toBeGreaterThan(440)
    expect(image.field.width).toBeLessThan(500)
  })

  test('has no bright rim along the shutter', () => {
    // Air at the rim is as black as air elsewhere.
    let brightest = 0
    for (let y = 150; y < 350; y += 1) {
      const row = y * width
      let from = row
      while ((image.data[from] ?? 0) === 0 && from < row + 200) from += 1
      for (let x = 0; x < 12; x += 1) brightest = Math.max(brightest, shown(image, from + x))
    }
    expect(brightest).toBeLessThan(0.12)
  })
})

test('every look of a frame is different, and none changes the frame or what is known of it', () => {
  const frame = limb(8000)
  const before = frame.data.slice()
  const calibration = trustingCalibration(frame, 400)
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

test('the same frame gives the same image again', () => {
  const [one, other] = [process(limb(4000)), process(limb(4000))]
  expect(isSame(one.data, other.data)).toBe(true)
  expect({ ...one, data: undefined }).toEqual({ ...other, data: undefined })
})

test('the preview looks like the image', () => {
  const frame = limb(8000)
  const calibration = trustingCalibration(frame, 400)
  const image = processFrame(frame, calibration, dogLeg)
  const preview = previewFrame(frame, calibration, dogLeg, 320)
  expect([preview.width, preview.height]).toEqual([320, 256])
  expect(preview.pitch).toBeCloseTo(0.28)
  expect(preview.exposureIndex).toBe(image.exposureIndex)
  for (const [x, y] of Object.values(places))
    expect(Math.abs(meanShown(preview, x, y) - meanShown(image, x, y))).toBeLessThan(0.08)
  expect(preview.field.x).toBeCloseTo(image.field.x / 2, -1)
})

describe('exposures that are wrong are still to be read', () => {
  for (const [words, air] of [
    ['a twentieth of the dose', 400],
    ['twice what saturates in air', 32_000],
  ] as const)
    test(`with ${words}`, () => {
      const image = process(limb(air))
      const bone = meanShown(image, ...places.bone)
      const flesh = meanShown(image, ...places.flesh)
      expect(bone - flesh).toBeGreaterThan(0.2)
      expect(meanShown(image, ...places.covered)).toBeLessThan(0.02)
      expect(meanShown(image, ...places.air)).toBeLessThan(0.15)
    })

  test('the deviation follows the dose', () => {
    const [low, high] = [process(limb(2000)), process(limb(8000))]
    expect((high.deviationIndex ?? 0) - (low.deviationIndex ?? 0)).toBeCloseTo(6.02, 0)
  })
})

describe('extremes', () => {
  for (const [words, frame] of [
    ['no signal at all', frameOf(120, 90, () => 0)],
    ['all saturated', frameOf(120, 90, () => 16_383)],
    ['one pixel', frameOf(1, 1, () => 500)],
    ['three pixels', frameOf(3, 1, (x) => 1000 * x)],
    ['a frame of 20 x 30', frameOf(20, 30, (x, y) => 100 * x + y)],
    ['8 bits', frameOf(60, 40, (x) => 4 * x, 8)],
    ['16 bits', frameOf(60, 40, (x) => 1000 * x, 16)],
  ] as const)
    test(`with ${words}`, () => {
      for (const preset of presetIds) {
        const calibration = trustingCalibration(frame, 400)
        const image = processFrame(frame, calibration, { ...dogLeg, preset })
        expect(image.data).toHaveLength(frame.data.length)
        expect(Number.isFinite(image.window.center)).toBe(true)
        expect(image.window.width).toBeGreaterThan(0)
        expect(image.exposureIndex).toBeGreaterThanOrEqual(0)
      }
      expect(previewFrame(frame, undefined, dogLeg, 10).data.length).toBeGreaterThan(0)
    })

  test('where nothing arrived there is no deviation', () => {
    expect(process(frameOf(300, 200, () => 0))).toMatchObject({
      exposureIndex: 0,
      deviationIndex: null,
      band: null,
    })
  })

  test('an even exposure is grey and not noise from black to white', () => {
    const image = process(limbFrame({ width, height, air: 3000, hasLimb: false, seed: 2 }))
    const values = image.data.toSorted()
    const [low, high] = [
      values[Math.floor(values.length * 0.01)],
      values[Math.floor(values.length * 0.99)],
    ]
    expect((high ?? 0) - (low ?? 0)).toBeLessThan(0.35 * highestOutput)
  })
})

describe('tone', () => {
  const anatomy = () => Float32Array.from({ length: 1000 }, (_, at) => -8 + (4 * at) / 999)
  const air = () => new Float32Array(100).fill(-8.3)

  test('more attenuation is never darker, with air and without', () => {
    for (const background of [air(), new Float32Array(0)]) {
      const { scale, offset, knee, bend } = toneOf(
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

  test('the anatomy is shown from 5 to 95 percent', () => {
    const { normalisation, window } = toneOf(anatomy(), new Float32Array(0), { shift: 0, width: 1 })
    const at = (attenuation: number) => {
      const value = attenuation * normalisation.scale + normalisation.offset
      return 1 / (1 + Math.exp((-4 * (value - window.center)) / window.width))
    }
    expect(at(-7.98)).toBeCloseTo(0.05, 2)
    expect(at(-4.02)).toBeCloseTo(0.95, 2)
    expect(at(-6)).toBeCloseTo(0.5, 2)
  })
})
