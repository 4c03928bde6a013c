import type { StudyId } from '@talus/contract'
import { identity } from '@talus/volume'
import { expect, test } from 'vitest'
import { createStack } from '../testing/stacks.ts'
import { getOrientation } from './orientation.ts'
import { getPrior, toPriorStacks, withPriorStack } from './prior-stacks.ts'
import { createScene } from './scene.ts'
import { withLayout } from './show-layout.ts'

const chest = createStack('chest', 40)
const earlier = { id: 7 as StudyId, createdOn: '2025-10-01T10:15:00Z' }
const correction = {
  actual: 'HFP',
  correctedBy: 'Nora Weiss',
  correctedAt: '2026-01-05T10:15:00Z',
} as const
const [prior = chest] = toPriorStacks(earlier, {
  stacks: [createStack('before', 20, { frameOfReferenceUID: '4.5' })],
  correction: null,
})
const stacks = [chest, prior]

test('a series of another study keeps its study and its own correction of the position', () => {
  expect(getPrior(prior)).toMatchObject({ studyId: 7 })
  expect(getPrior(chest)).toBeUndefined()
  const corrected = { correction }
  expect(getOrientation(chest, corrected, true).correction).not.toEqual(identity)
  expect(getOrientation(prior, corrected, true).correction).toEqual(identity)
})

test('a series of another study is shown beside the visible one', () => {
  for (const layout of ['2d', 'mpr', 'frame-view'] as const) {
    const scene = withPriorStack(prior, stacks)(withLayout(layout, stacks)(createScene(chest)))
    expect(scene).toMatchObject({
      layout: '1x2',
      active: 1,
      cells: [{ stackKey: chest.key }, { stackKey: prior.key, slice: 9 }],
    })
  }
})

test('in a layout of several stacks it replaces the series of the active viewport', () => {
  const four = { ...withLayout('1x4', [chest])(createScene(chest)), active: 2 }
  const scene = withPriorStack(prior, stacks)(four)
  expect(scene).toMatchObject({ layout: '1x4', active: 2 })
  expect(scene.cells.map(({ stackKey }) => stackKey === prior.key)).toEqual([
    false,
    false,
    true,
    false,
  ])
})
