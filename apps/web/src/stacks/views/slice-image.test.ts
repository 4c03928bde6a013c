import { defaultViewport } from '@talus/contract'
import type { Stack } from '@talus/contract'
import { convertValues, emptyCell, gapCell, getCellTransform } from '@talus/volume'
import type { PlanePicture } from '@talus/volume'
import { expect, test } from 'vitest'
import type { GreyPixels } from '../../viewer/core/loading/pixels.ts'
import { createLookupTable } from '../../viewer/core/rendering/window.ts'
import { createAutoWindow } from '../scene/stack-window.ts'
import { createStack } from '../testing/stacks.ts'
import { createGreyReply } from '../volume/slice-pixels.ts'
import { createCellReader, createPlaneImage, createSliceImage } from './slice-image.ts'

const [columns, rows] = [6, 6]
/** Air, then from fat to bone; the last stored value is padding. */
const stored = Int16Array.from({ length: columns * rows }, (_, at) => (at === 35 ? -2000 : 20 * at))
const window = { center: 300, width: 400 }

function createPixels(cells: Int16Array, reserved?: number): GreyPixels {
  const reply = createGreyReply(cells, columns, rows, reserved)
  const { lowest, highest } = reply
  return { kind: 'grey', ...reply, exposed: { lowest, highest }, quantiles: [], bytes: 0 }
}

/** The values and grey levels that the viewer shows for a slice. */
function show(stack: Stack) {
  const cells = stored.slice()
  convertValues(getCellTransform(stack), 1, cells)
  const pixels = createPixels(cells)
  const loaded = createSliceImage(stack, 0, { index: 1, pixels }, window)
  if (!loaded.metadata?.display) throw new Error('no display')
  const table = createLookupTable(loaded.metadata.display, pixels, defaultViewport)
  const read = createCellReader(loaded)
  const at = (index: number) => ({
    value: read?.(index % columns, Math.floor(index / columns)),
    grey: table[(cells[index] ?? 0) - pixels.lowest],
  })
  return { at, window: loaded.metadata.display.windows[0], pixels }
}

const plain = createStack('ct', 3, { columns, rows, padding: [-2000, -2000] })
const inverted = { ...plain, isInverted: true }

test('a series of MONOCHROME1 has the values and the window of the file, and inverse grey levels', () => {
  const [one, other] = [show(plain), show(inverted)]
  expect(other.window).toEqual(one.window)
  for (let index = 0; index < 35; index += 1) {
    expect(other.at(index).value).toBe(20 * index)
    expect(one.at(index).value).toBe(20 * index)
    expect(other.at(index).grey).toBe(255 - (one.at(index).grey ?? 0))
  }
  expect([one.at(0).grey, one.at(34).grey]).toEqual([0, 255])
  expect([other.at(0).grey, other.at(34).grey]).toEqual([255, 0])
  expect(createAutoWindow(inverted, other.pixels)).toEqual(createAutoWindow(plain, one.pixels))
})

test('padding has no value and is black, also in a series of MONOCHROME1', () => {
  for (const stack of [plain, inverted]) {
    const { value, grey } = show(stack).at(35)
    expect([value, grey]).toEqual([Number.NaN, 0])
  }
})

test('a plane of MONOCHROME1 is inverse too, and black outside of the volume and in gaps', () => {
  const picture: PlanePicture = {
    plane: { origin: [0, 0, 0], right: [1, 0, 0], down: [0, 1, 0], normal: [0, 0, 1] },
    width: columns,
    height: rows,
    step: 1,
  }
  const cells = Int16Array.from(stored, (value, at) =>
    at === 0 ? emptyCell : at === 1 ? gapCell : value,
  )
  const pixels = createPixels(cells, gapCell)
  const levels = [plain, inverted].map((stack) => {
    const { metadata } = createPlaneImage(stack, 0, { picture, pixels }, window)
    if (!metadata?.display) throw new Error('no display')
    const table = createLookupTable(metadata.display, pixels, defaultViewport)
    return [0, 1, 2, 34].map((at) => table[(cells[at] ?? 0) - pixels.lowest])
  })
  expect(levels).toEqual([
    [0, 0, 0, 255],
    [0, 0, 255, 0],
  ])
})

test('cells that are no measurement do not count for the lowest one', () => {
  const cells = Int16Array.of(emptyCell, gapCell, 5, 9)
  expect(createGreyReply(cells, 2, 2)).toMatchObject({ lowest: emptyCell, lowestMeasured: gapCell })
  expect(createGreyReply(cells, 2, 2, gapCell)).toMatchObject({ lowestMeasured: 5, highest: 9 })
  expect(createGreyReply(cells.subarray(2), 2, 1, gapCell).lowestMeasured).toBeUndefined()
  const nothing = new Int16Array(4).fill(emptyCell)
  expect(createGreyReply(nothing, 2, 2).lowestMeasured).toBe(emptyCell)
})
