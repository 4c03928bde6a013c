import type { Drawing, ImageId, Stack } from '@talus/contract'
import { expect, test } from 'vitest'
import { initialViewState } from '../../viewer/core/store/viewer-store.ts'
import { createStack } from '../testing/stacks.ts'
import { createScene, getActiveCell, getCellPhase, withActive } from './scene.ts'
import { withLayout } from './show-layout.ts'
import { listDrawnSlices, listSliceDrawings, withSliceDrawing } from './slice-drawings.ts'

const withImages = (stack: Stack, first: number): Stack => ({
  ...stack,
  phases: stack.phases.map((phase) => ({
    ...phase,
    slices: phase.slices.map((slice, at) => ({ ...slice, imageId: (first + at) as ImageId })),
  })),
})
const chest = withImages(createStack('chest', 40), 100)
const liver = withImages(createStack('liver', 10), 300)
const dynamic: Stack = {
  ...liver,
  phases: [...liver.phases, ...withImages(createStack('', 10), 400).phases],
}
const stacks = [chest, dynamic]

const createDrawing = (id: string, change: Partial<Drawing> = {}): Drawing => ({
  id,
  tool: 'length',
  steps: [{ step: 1, handles: { start: { x: 1, y: 1 }, end: { x: 4, y: 5 } } }],
  ...change,
})
const plane: Drawing['plane'] = {
  frameOfReferenceUID: '1.2.3',
  origin: [0, 0, 0],
  right: [1, 0, 0],
  down: [0, 1, 0],
}
const views = new Map([
  [403 as ImageId, { ...initialViewState, drawings: [createDrawing('late')] }],
  [
    130 as ImageId,
    { ...initialViewState, drawings: [createDrawing('b'), createDrawing('planar', { plane })] },
  ],
  [105 as ImageId, { ...initialViewState, drawings: [createDrawing('a')] }],
  [900 as ImageId, { ...initialViewState, drawings: [createDrawing('radiograph')] }],
])

test('drawings on slices are listed in the order of the slices, without those on planes', () => {
  const listed = listSliceDrawings({ views }, stacks)
  expect(listed.map(({ drawing, phase, slice }) => [drawing.id, phase, slice])).toEqual([
    ['a', 0, 5],
    ['b', 0, 30],
    ['late', 1, 3],
  ])
  expect(listDrawnSlices({ views }, chest, 0)).toEqual([5, 30])
  expect(listDrawnSlices({ views }, dynamic, 0)).toEqual([])
})

test('a drawing is shown in the viewport of its series, in its phase', () => {
  const four = withLayout('2x2', stacks)(createScene(chest))
  const shown = withSliceDrawing({ stack: dynamic, phase: 1, slice: 3 }, stacks)(four)
  expect(shown).toMatchObject({ layout: '2x2', active: 1 })
  expect(getActiveCell(shown)).toMatchObject({ stackKey: dynamic.key, slice: 3 })
  expect(shown.phases.get(dynamic.key)).toBe(1)
})

test('a drawing is shown in the viewport of its phase if phases are beside each other', () => {
  const alone = [dynamic]
  const phases = withActive(0)(withLayout('2x2', alone)(createScene(dynamic)))
  const shown = withSliceDrawing({ stack: dynamic, phase: 1, slice: 3 }, alone)(phases)
  expect(shown.active).toBe(1)
  const cell = getActiveCell(shown)
  expect(cell && [getCellPhase(shown, cell), cell.slice]).toEqual([1, 3])
  expect(shown.cells.map((one) => getCellPhase(shown, one))).toEqual([0, 1, 0, 1])
})

test('planes, 3D and the light box give way to the slice of a drawing', () => {
  for (const layout of ['mpr', '3d-only', 'frame-view'] as const) {
    const before = withActive(2)(withLayout(layout, stacks)(createScene(chest)))
    const shown = withSliceDrawing({ stack: chest, phase: 0, slice: 30 }, stacks)(before)
    expect(shown).toMatchObject({ layout: '2d', active: 0 })
    expect(getActiveCell(shown)).toMatchObject({ stackKey: chest.key, slice: 30 })
  }
  const single = createScene(chest)
  const other = withSliceDrawing({ stack: dynamic, phase: 0, slice: 2 }, stacks)(single)
  expect(other.cells).toMatchObject([{ stackKey: dynamic.key, slice: 2 }])
})
