import {
  createFrame,
  createGeometry,
  getCentre,
  getPlanes,
  getSliceIndex,
  identity,
  toMillimetres,
} from '@talus/volume'
import type { OrientationOptions, PlaneName } from '@talus/volume'
import type { Vector } from '@talus/contract'
import { expect, test } from 'vitest'
import { createStack } from '../testing/stacks.ts'
import { scrollFrame } from './scroll.ts'

const chest = createStack('chest', 41)
const animal: OrientationOptions = { region: 'body', correction: identity }
const human: OrientationOptions = { region: 'human', correction: identity }

function scroll(name: PlaneName, orientation: OrientationOptions, steps: number) {
  const geometry = createGeometry(chest)
  const frame = createFrame(getCentre(geometry))
  const { normal } = getPlanes(frame, orientation)[name]
  const { origin } = scrollFrame(frame, geometry, normal, steps)
  return origin.map((place, axis) => Math.round(place - (frame.origin[axis] ?? 0)))
}

test('the next place of a plane along the slices is the next slice, however the plane hangs', () => {
  expect(scroll('transverse', animal, 1)).toEqual([0, 0, 1])
  expect(scroll('transverse', human, 1)).toEqual([0, 0, 1])
  expect(scroll('transverse', animal, -1e6)).toEqual([0, 0, -20])
  expect(scroll('transverse', animal, 1e6)).toEqual([0, 0, 20])
})

test('planes across the slices go away from the viewer', () => {
  expect(scroll('sagittal', animal, 2)).toEqual([-2, 0, 0])
  expect(scroll('dorsal', animal, 2)).toEqual([0, 2, 0])
})

/** Slices 1 mm apart, of which those at 4 and 5 mm are missing. */
const places = [0, 1, 2, 3, 6, 7, 8]
const stack = createStack('gap', places.length)
const geometry = createGeometry({
  ...stack,
  phases: stack.phases.map((phase) => ({
    ...phase,
    slices: phase.slices.map((slice, at) => ({
      ...slice,
      position: [0, 0, places[at] ?? 0] as [number, number, number],
    })),
  })),
})

function scrollFrom(place: number, steps: number, normal: Vector = [0, 0, 1]) {
  const start = toMillimetres(geometry, [3, 3, getSliceIndex(geometry, place)])
  return scrollFrame(createFrame(start), geometry, normal, steps).origin
}

test('a plane along the slices goes from one to the next, also across missing ones', () => {
  const reached = [1, 2, 3, 4, 5].map((steps) => scrollFrom(2, steps)[2])
  expect(reached).toEqual([3, 6, 7, 8, 8])
  expect([-1, -2, -10].map((steps) => scrollFrom(6, steps)[2])).toEqual([3, 2, 0])
  expect(scrollFrom(2, 1)).toEqual([3, 3, 3])
})

test('from between two slices, a step reaches the next one in its direction', () => {
  expect(scrollFrom(4.5, 1)[2]).toBe(6)
  expect(scrollFrom(4.5, -1)[2]).toBe(3)
})

test('planes across the slices go by voxels', () => {
  expect(scrollFrom(2, 2, [1, 0, 0])).toEqual([5, 3, 2])
})
