import { createGeometry, createFrame, getCentre, getPlanes, identity } from '@talus/volume'
import type { OrientationOptions, PlaneName } from '@talus/volume'
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
