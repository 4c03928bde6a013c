import { defaultViewport } from '@talus/contract'
import type { Viewport } from '@talus/contract'
import { expect, test } from 'vitest'
import { getEdgeLetters } from './orientation-letters.ts'

const read = (orientation: [string, string], type: string, viewport: Partial<Viewport> = {}) =>
  Object.fromEntries(
    getEdgeLetters(
      { PatientOrientation: orientation, AnatomicalOrientationType: type },
      { ...defaultViewport, ...viewport },
    ).map(({ edge, letters }) => [edge, letters.join(' ')]),
  )

test('letters are at the edges to which rows and columns run, and the opposites across', () => {
  expect(read(['R', 'F'], '')).toEqual({
    right: 'bipedR',
    left: 'bipedL',
    bottom: 'bipedF',
    top: 'bipedH',
  })
  expect(read(['CD', 'V'], 'QUADRUPED')).toEqual({ right: 'CD', left: 'CR', bottom: 'V', top: 'D' })
})

test('letters follow flips and rotations', () => {
  const flipped = { right: 'RT', left: 'LE', top: 'CR', bottom: 'CD' }
  expect(read(['LE', 'CD'], 'QUADRUPED', { hflip: true })).toEqual(flipped)
  const turned = { top: 'RT', right: 'CR', bottom: 'LE', left: 'CD' }
  expect(read(['LE', 'CD'], 'QUADRUPED', { rotation: 90 })).toEqual(turned)
  // The flip comes first, then the turn.
  const both = { top: 'LE', right: 'CR', bottom: 'RT', left: 'CD' }
  expect(read(['LE', 'CD'], 'QUADRUPED', { rotation: 90, hflip: true })).toEqual(both)
  const down = { right: 'LE', left: 'RT', top: 'CD', bottom: 'CR' }
  expect(read(['LE', 'CD'], 'QUADRUPED', { vflip: true })).toEqual(down)
})

test('rostral and lateral are not shown as right and left, and unknown letters not at all', () => {
  expect(read(['R', 'V'], 'QUADRUPED')).toEqual({ right: 'R', left: 'CD', bottom: 'V', top: 'D' })
  expect(read(['PAL', 'DI'], 'QUADRUPED')).toEqual({
    right: 'PA L',
    left: 'D M',
    bottom: 'DI',
    top: 'PR',
  })
  expect(read(['D', 'X'], 'QUADRUPED')).toEqual({ right: 'D' })
  expect(read(['CD', 'V'], '')).toEqual({})
})
