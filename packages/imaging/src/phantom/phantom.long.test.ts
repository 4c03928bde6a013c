import { dentalRegions } from '@talus/anatomy'
import { species } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import type { FrameRequest, SimulatedFrame } from './frame.ts'
import type { Point } from './scene/geometry.ts'
import { simulateFrame } from './simulate.ts'
import { measureAnatomy } from './testing/measure-anatomy.ts'

/** Landmarks are exact at every resolution, and anatomy is detected at a low one. */
const tiny = { width: 140, height: 115 } as const
const tall = { width: 115, height: 140 } as const
const chest: FrameRequest = {
  species: 'Canine',
  bodyPart: 'Chest',
  view: 'LAT',
  size: 'M',
  kv: 70,
  ma: 200,
  ms: 12.5,
  seed: 1,
  ...tiny,
}
const stifle: FrameRequest = { ...chest, bodyPart: 'Back Legs', kv: 54, ma: 100, ms: 20, ...tall }

function at(frame: SimulatedFrame, name: string): Point {
  const point = frame.landmarks[name]
  if (!point) throw new Error(`no landmark ${name}`)
  return point
}
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y })
const cross = (a: Point, b: Point) => a.x * b.y - a.y * b.x
const isInside = (frame: SimulatedFrame, point: Point) =>
  point.x >= 0 && point.y >= 0 && point.x < frame.width && point.y < frame.height

const thoraxLandmarks = [
  'carina',
  'heartApex',
  'heartCranial',
  'heartCaudal',
  't4Cranial',
  't8Caudal',
]
const kneeLandmarks = [
  'tibialEminence',
  'plateauCranial',
  'plateauCaudal',
  'talusCentre',
  'tuberosity',
  'patella',
  'femoralCondyle',
  'tibialCircle',
]

test('the same seed gives the same simulated frame', () => {
  const [first, second] = [simulateFrame(chest), simulateFrame(chest)]
  expect(second.data.every((value, i) => value === first.data[i])).toBe(true)
  expect(second.landmarks).toEqual(first.landmarks)
})

test('another seed gives another animal in another pose', () => {
  const [first, second] = [simulateFrame(chest), simulateFrame({ ...chest, seed: 2 })]
  const five = (frame: SimulatedFrame) => distance(at(frame, 't4Cranial'), at(frame, 't8Caudal'))
  expect(Math.abs(five(first) - five(second))).toBeGreaterThan(0.15)
  expect(distance(at(first, 'carina'), at(second, 'carina'))).toBeGreaterThan(0.5)
  expect(first.truth['vhs']).not.toBeCloseTo(second.truth['vhs'] ?? 0, 3)
})

test('the size of the request determines the size of the animal', () => {
  const five = (size: 'S' | 'L') => {
    const frame = simulateFrame({ ...chest, size })
    return distance(at(frame, 't4Cranial'), at(frame, 't8Caudal'))
  }
  expect(five('L')).toBeGreaterThan(1.4 * five('S'))
})

describe.each([1, 2, 3, 4, 5, 6])('seed %i', (seed) => {
  test.each(['Canine', 'Feline'] as const)(
    'the landmarks of a %s thorax give the vertebral heart score of the model',
    (kind) => {
      const frame = simulateFrame({ ...chest, species: kind, seed })
      for (const name of thoraxLandmarks)
        expect([name, isInside(frame, at(frame, name))]).toEqual([name, true])
      const long = distance(at(frame, 'carina'), at(frame, 'heartApex'))
      const short = distance(at(frame, 'heartCranial'), at(frame, 'heartCaudal'))
      const five = distance(at(frame, 't4Cranial'), at(frame, 't8Caudal'))
      expect((long + short) / (five / 5)).toBeCloseTo(frame.truth['vhs'] ?? 0, 1)
      const along = minus(at(frame, 'heartApex'), at(frame, 'carina'))
      const across = minus(at(frame, 'heartCaudal'), at(frame, 'heartCranial'))
      const cos = (along.x * across.x + along.y * across.y) / (long * short)
      expect(Math.abs(cos)).toBeLessThan(0.01)
      // Each vertebra is about a fifth of the length, slightly more caudally.
      for (let n = 4; n <= 8; n++) {
        const unit = distance(at(frame, `t${n}Start`), at(frame, `t${n + 1}Start`)) / (five / 5)
        expect(unit).toBeGreaterThan(0.9)
        expect(unit).toBeLessThan(1.1)
      }
    },
  )

  test('the landmarks of a stifle give the tibial plateau angle and advancement of the model', () => {
    const frame = simulateFrame({ ...stifle, seed })
    for (const name of kneeLandmarks)
      expect([name, isInside(frame, at(frame, name))]).toEqual([name, true])
    const axis = minus(at(frame, 'talusCentre'), at(frame, 'tibialEminence'))
    const plateau = minus(at(frame, 'plateauCaudal'), at(frame, 'plateauCranial'))
    const sine =
      (plateau.x * axis.x + plateau.y * axis.y) /
      (Math.hypot(plateau.x, plateau.y) * Math.hypot(axis.x, axis.y))
    const angle = (Math.asin(sine) * 180) / Math.PI
    expect(Math.abs(angle - (frame.truth['tpa'] ?? 0))).toBeLessThan(0.15)
    const n = minus(at(frame, 'tibialCircle'), at(frame, 'femoralCondyle'))
    const w = minus(at(frame, 'tuberosity'), at(frame, 'patella'))
    const advancement = (Math.abs(cross(w, n)) / Math.hypot(n.x, n.y)) * frame.pitch
    expect(Math.abs(advancement - (frame.truth['advancement'] ?? 0))).toBeLessThan(0.15)
  })
})

describe.each(species)('%s', (kind) => {
  test.each(dentalRegions[kind].map(({ name, teeth }) => [name, teeth] as const))(
    'a simulated frame of %s shows its teeth',
    (bodyPart, teeth) => {
      const frame = simulateFrame({
        species: kind,
        bodyPart,
        size: 'M',
        kv: 65,
        ma: 7,
        ms: kind === 'Equine' ? 1000 : 160,
        seed: 3,
        width: 130,
        height: 90,
      })
      expect(measureAnatomy(frame)).toBeGreaterThan(0.3)
      const seen = teeth.filter((tooth) => {
        const tip = frame.landmarks[`tooth${tooth}Apex`]
        const crown = frame.landmarks[`tooth${tooth}Crown`]
        return (tip && isInside(frame, tip)) || (crown && isInside(frame, crown))
      })
      expect(seen).toEqual([...teeth])
    },
  )
})

test('the pixel pitch follows from the panel and the requested frame size', () => {
  const teeth = simulateFrame({ ...chest, bodyPart: '104 - RU - Canine', width: 130, height: 90 })
  expect(teeth.pitch).toBeCloseTo(0.0296 * 10)
  const half = simulateFrame({ ...chest, width: 140, height: 115 })
  expect(half.pitch).toBeCloseTo(0.148 * 20)
})
