import { patientPositions } from '@talus/contract'
import type { PatientPosition, Vector } from '@talus/contract'
import { expect, test } from 'vitest'
import { cross, dot, identity, multiply, rotateAround, transform, transpose } from '../vectors.ts'
import type { Matrix } from '../vectors.ts'
import { getEdgeLabels, orientationRegions } from './directions.ts'
import { getHanging, getPlaneName, planeNames } from './hanging.ts'
import { getPositionRotation } from './patient-position.ts'
import { getOrientationRegion } from './region.ts'

const body = { region: 'body', correction: identity } as const
const human = { region: 'human', correction: identity } as const
const label = (direction: Vector, options: Parameters<typeof getEdgeLabels>[1] = body) =>
  getEdgeLabels(direction, options).join(' ')

test('directions of the body have the words of animals or of people', () => {
  const axes: Vector[] = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ]
  const name = (region: (typeof orientationRegions)[number]) =>
    axes.map((axis) => label(axis, { region, correction: identity }))
  expect(name('body')).toEqual(['left', 'right', 'dorsal', 'ventral', 'cranial', 'caudal'])
  expect(name('head')).toEqual(['left', 'right', 'dorsal', 'ventral', 'rostral', 'caudal'])
  expect(name('human')).toEqual(['left', 'right', 'posterior', 'anterior', 'head', 'foot'])
  expect(name('forepaw').slice(2)).toEqual(['dorsal', 'palmar', 'proximal', 'distal'])
  expect(name('hindpaw').slice(2)).toEqual(['dorsal', 'plantar', 'proximal', 'distal'])
  expect(name('proximalLimb').slice(2)).toEqual(['cranial', 'caudal', 'proximal', 'distal'])
  for (const region of orientationRegions)
    expect(name(region).slice(0, 2)).toEqual(['left', 'right'])
})

test('an oblique direction has at most two words, the main one first', () => {
  expect(label([0.9, 0.43, 0])).toBe('left dorsal')
  expect(label([0.43, 0.9, 0])).toBe('dorsal left')
  expect(label([0.97, 0.24, 0])).toBe('left')
  expect(label([0.577, -0.578, 0.576])).toBe('ventral left')
})

test('a plane is named within 37 degrees of an axis, and oblique beyond', () => {
  const turn = (degrees: number): Vector =>
    transform(rotateAround([1, 0, 0], (degrees * Math.PI) / 180), [0, 0, 1])
  expect(getPlaneName([0, 0, -1], body)).toBe('transverse')
  expect(getPlaneName([1, 0, 0], body)).toBe('sagittal')
  expect(getPlaneName([0, 1, 0], body)).toBe('dorsal')
  expect(getPlaneName(turn(36), body)).toBe('transverse')
  expect(getPlaneName(turn(45), body)).toBe('oblique')
})

test('animals hang with the back up and their left on the right, people as radiologists see them', () => {
  const describe = (options: typeof body | typeof human) =>
    planeNames.map((name) => {
      const { right, down } = getHanging(name, options)
      return `${label(right, options)} / ${label(down, options)}`
    })
  expect(describe(body)).toEqual(['left / ventral', 'caudal / ventral', 'left / caudal'])
  expect(describe(human)).toEqual(['left / posterior', 'posterior / foot', 'left / foot'])
})

const getDeterminant = ([a, b, c]: Matrix) => dot(a, cross(b, c))

test('a correction of the position is a rotation for every pair and never mirrors', () => {
  for (const actual of patientPositions)
    for (const declared of patientPositions) {
      const rotation = getPositionRotation(actual, declared)
      expect(getDeterminant(rotation)).toBeCloseTo(1, 12)
      expect(multiply(rotation, transpose(rotation)).flat().map(Math.abs)).toEqual(identity.flat())
    }
})

/**
 * A scanner knows the directions of its own axes (right, down, into the gantry) and writes them in
 * patient coordinates of the declared position.
 */
const deviceAxes: Readonly<Record<PatientPosition, { left: Vector; head: Vector; back: Vector }>> =
  {
    HFS: { left: [1, 0, 0], head: [0, 0, 1], back: [0, 1, 0] },
    HFP: { left: [-1, 0, 0], head: [0, 0, 1], back: [0, -1, 0] },
    FFS: { left: [-1, 0, 0], head: [0, 0, -1], back: [0, 1, 0] },
    FFP: { left: [1, 0, 0], head: [0, 0, -1], back: [0, -1, 0] },
    HFDR: { left: [0, -1, 0], head: [0, 0, 1], back: [1, 0, 0] },
    HFDL: { left: [0, 1, 0], head: [0, 0, 1], back: [-1, 0, 0] },
    FFDR: { left: [0, -1, 0], head: [0, 0, -1], back: [-1, 0, 0] },
    FFDL: { left: [0, 1, 0], head: [0, 0, -1], back: [1, 0, 0] },
  }

test('left is left, and the head is cranial, in all eight positions, declared rightly or wrongly', () => {
  for (const actual of patientPositions)
    for (const declared of patientPositions) {
      const correction = getPositionRotation(actual, declared)
      const { left, head, back } = deviceAxes[declared]
      // A direction of the scanner as the file states it.
      const toFile = (device: Vector): Vector => [
        dot(device, left),
        dot(device, back),
        dot(device, head),
      ]
      const truth = deviceAxes[actual]
      const options = { region: 'body', correction } as const
      expect(label(toFile(truth.left), options)).toBe('left')
      expect(label(toFile(truth.back), options)).toBe('dorsal')
      expect(label(toFile(truth.head), options)).toBe('cranial')
      const { right, down } = getHanging('transverse', options)
      expect([label(right, options), label(down, options)]).toEqual(['left', 'ventral'])
      expect(right.map(Math.abs)).toEqual(toFile(truth.left).map(Math.abs))
    }
})

test('a sternal animal that was registered as supine has left and back exchanged until corrected', () => {
  const correction = getPositionRotation('HFP', 'HFS')
  expect(label([1, 0, 0], { region: 'body', correction })).toBe('right')
  expect(label([0, 1, 0], { region: 'body', correction })).toBe('ventral')
  expect(label([0, 0, 1], { region: 'body', correction })).toBe('cranial')
})

test('words of limbs are used only in files that are marked QUADRUPED', () => {
  const get = (bodyPart: string, anatomicalOrientationType = '', isVeterinary = true) =>
    getOrientationRegion({ bodyPart, anatomicalOrientationType }, isVeterinary)
  expect(get('ELBOW')).toBe('body')
  expect(get('ELBOW', 'QUADRUPED')).toBe('proximalLimb')
  expect(get('CARPUS', 'QUADRUPED')).toBe('forepaw')
  expect(get('TARSUS', 'QUADRUPED')).toBe('hindpaw')
  expect(get('SKULL')).toBe('head')
  expect(get('SKULL', 'QUADRUPED', false)).toBe('head')
  expect(get('CHEST', 'QUADRUPED', false)).toBe('body')
  expect(get('CHEST', 'BIPED', false)).toBe('human')
  expect(get('HEART')).toBe('body')
})
