import { expect, test } from 'vitest'
import { readDicom } from '../read/read-dicom.ts'
import { createImageFile } from '../testing/synthetic-file.ts'
import type { NewElement } from '../testing/synthetic-file.ts'
import { describeDisplay } from './display.ts'

const createShutter = (left: number): NewElement => [
  0x00_18_94_72,
  'SQ',
  [
    [
      [0x00_18_16_00, 'CS', 'RECTANGULAR'],
      [0x00_18_16_02, 'IS', String(left)],
      [0x00_18_16_04, 'IS', '4'],
      [0x00_18_16_06, 'IS', '1'],
      [0x00_18_16_08, 'IS', '2'],
    ],
  ],
]

const describe = (groups: readonly (readonly NewElement[])[]) => {
  const more: NewElement[] = [[0x52_00_92_30, 'SQ', groups]]
  const file = createImageFile({ columns: 4, rows: 2, frames: 3, more }, Array<number>(24).fill(1))
  return describeDisplay(readDicom(file), { isWhole: true })
}

test('each frame has its own shutter, or none', async () => {
  const { shutter, frameShutters } = await describe([[createShutter(2)], [], [createShutter(3)]])
  const at = (left: number) => ({
    grey: 0,
    shapes: [{ kind: 'rectangle', left, top: 0, right: 4, bottom: 2 }],
  })
  expect(shutter).toEqual(at(1))
  expect(frameShutters).toEqual([at(1), null, at(2)])
})

test('frames without shutters of their own are not described one by one', async () => {
  expect((await describe([[], [], []])).frameShutters).toBeUndefined()
})
