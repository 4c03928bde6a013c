import { defaultViewport } from '@talus/contract'
import type { Stack, Vector, Viewport } from '@talus/contract'
import { scale } from '@talus/volume'
import { expect, test } from 'vitest'
import { createStack } from '../testing/stacks.ts'
import { listEdgeLabels } from '../views/edge-labels.ts'
import { getOrientation } from './orientation.ts'
import { hangStack } from './hang-stack.ts'

type Axes = NonNullable<Stack['orientation']>

/** The words at the right and lower edge of a slice in the view in which it is opened. */
function describe(orientation: Axes, isVeterinary = true) {
  const stack = createStack('one', 3, { orientation })
  const options = getOrientation(stack, { correction: null }, isVeterinary)
  const viewport = hangStack(stack, options)
  const camera = {
    columns: 8,
    rows: 8,
    pixelAspect: 1,
    viewportSize: { width: 100, height: 100 },
    viewport,
    crop: undefined,
  }
  const labels = new Map(
    listEdgeLabels(camera, orientation, options).map(({ edge, words }) => [edge, words[0]]),
  )
  return { viewport, edges: [labels.get('right'), labels.get('bottom')] }
}

const x: Vector = [1, 0, 0]
const y: Vector = [0, 1, 0]
const down: Vector = [0, 0, -1]
const signs = [1, -1]

test('transverse slices of animals hang with left on the right and the belly down, however they were scanned', () => {
  for (const one of signs)
    for (const other of signs)
      for (const isTurned of [false, true]) {
        const [first, second] = [scale(x, one), scale(y, other)]
        const axes = isTurned ? { row: second, column: first } : { row: first, column: second }
        expect(describe(axes).edges).toEqual(['left', 'ventral'])
      }
})

test('sagittal and dorsal slices hang as the computed planes do', () => {
  expect(describe({ row: y, column: down }).edges).toEqual(['caudal', 'ventral'])
  expect(describe({ row: x, column: down }).edges).toEqual(['left', 'caudal'])
})

test('a usual scan of a person stays as it is', () => {
  const axes: Axes = { row: [1, 0, 0], column: [0, 1, 0] }
  expect(describe(axes, false)).toMatchObject({
    viewport: defaultViewport,
    edges: ['left', 'posterior'],
  })
})

test('oblique slices and slices without directions stay as they were scanned', () => {
  const oblique: Axes = { row: [1, 0, 0], column: [0, Math.SQRT1_2, Math.SQRT1_2] }
  expect(describe(oblique).viewport).toEqual(defaultViewport)
  const stack = createStack('one', 3, { orientation: null })
  const options = getOrientation(stack, { correction: null }, true)
  expect(hangStack(stack, options)).toEqual<Viewport>(defaultViewport)
})
