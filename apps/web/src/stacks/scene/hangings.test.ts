import type { PatientPosition, Stack } from '@talus/contract'
import { expect, test } from 'vitest'
import { createStack } from '../testing/stacks.ts'
import { listEdgeLabels } from '../views/edge-labels.ts'
import { hangStacks, withHangings, withScannedSides } from './hangings.ts'
import { getOrientation } from './orientation.ts'
import { createScene, withCell } from './scene.ts'
import { withLayout } from './show-layout.ts'
import type { StackScene } from './scene.ts'

const stack = createStack('chest', 8)
const stacks = [stack]

const createStudy = (actual?: PatientPosition) => ({
  stacks,
  correction: actual
    ? { actual, correctedBy: 'Dr. Roy', correctedAt: '2026-11-19T10:00:00Z' as never }
    : null,
})
const correct = (scene: StackScene, actual?: PatientPosition) =>
  withHangings(hangStacks(createStudy(actual), true), stacks)(scene)
const open = () => createScene(stack, hangStacks(createStudy(), true))

/** The words at the right and at the bottom of a viewport. */
function describe(scene: StackScene, actual?: PatientPosition, index = 0) {
  const camera = {
    columns: 8,
    rows: 8,
    pixelAspect: 1,
    viewportSize: { width: 100, height: 100 },
    viewport: scene.cells[index]?.viewport ?? never(),
    crop: undefined,
  }
  const options = getOrientation(stack, createStudy(actual), true)
  const axes: NonNullable<Stack['orientation']> = stack.orientation ?? never()
  const labels = new Map(
    listEdgeLabels(camera, axes, options).map(({ edge, words }) => [edge, words[0]]),
  )
  return [labels.get('right'), labels.get('bottom')]
}
const never = (): never => {
  throw new Error('the scene has no such viewport')
}

const positions = ['HFS', 'HFP', 'FFS', 'FFP'] as const

test('a corrected position hangs the visible slices at once, with left on the right and the belly down', () => {
  for (const actual of positions) {
    expect(describe(correct(open(), actual), actual)).toEqual(['left', 'ventral'])
    // Also in several viewports and in the light box.
    for (const layout of ['2x2', 'frame-view'] as const) {
      const scene = correct(withLayout(layout, stacks)(open()), actual)
      for (const index of scene.cells.keys())
        expect(describe(scene, actual, index)).toEqual(['left', 'ventral'])
    }
  }
})

test('without its correction the stack hangs as before, with the zoom and the window of the user', () => {
  const viewport = { ...open().cells[0]?.viewport, zoom: 3, window: { center: 300, width: 1500 } }
  const zoomed = withCell(0, (cell) => ({ ...cell, viewport: { ...cell.viewport, ...viewport } }))(
    open(),
  )
  const corrected = correct(zoomed, 'HFP')
  expect(corrected.cells[0]?.viewport).toMatchObject({ zoom: 3, window: viewport.window })
  expect(correct(corrected).cells).toEqual(zoomed.cells)
})

test('slices that are shown as they were scanned stay so', () => {
  const scanned = withScannedSides(stacks)(open())
  expect(correct(scanned, 'HFP').cells).toEqual(scanned.cells)
  expect(describe(withScannedSides(stacks)(correct(scanned, 'HFP')), 'HFP')).toEqual([
    'left',
    'ventral',
  ])
})

test('a stack that the user has turned stays so if its hanging is unchanged', () => {
  const turned = withCell(0, (cell) => ({ ...cell, viewport: { ...cell.viewport, rotation: 90 } }))(
    open(),
  )
  expect(correct(turned).cells).toEqual(turned.cells)
})

test('the 3D view is seen from its usual side of the corrected animal', () => {
  const axes = { right: [0, 0, 1], down: [0, 1, 0] } as const
  const scene = open()
  const view = { ...scene.volumeView, axes: { right: [...axes.right], down: [...axes.down] } }
  expect(correct({ ...scene, volumeView: view as never }, 'HFP').volumeView.axes).toBeUndefined()
})
