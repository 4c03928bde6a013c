import type { ImageId } from '@talus/contract'
import { expect, test } from 'vitest'
import { groupSeries } from './image-series.ts'

const image = (id: number, modality: 'CT' | 'MR' | 'General', seriesInstanceUID: string) => ({
  id: id as ImageId,
  modality,
  seriesInstanceUID,
})
const group = (...images: readonly (ReturnType<typeof image> | undefined)[]) =>
  groupSeries(images, (one) => one).map((items) => items.map((one) => one?.id))

test('the slices of each series are one group at the place of the first', () => {
  expect(
    group(
      image(1, 'General', 'x'),
      image(2, 'CT', 'lungs'),
      image(3, 'MR', 'brain'),
      image(4, 'CT', 'lungs'),
      image(5, 'MR', 'brain'),
    ),
  ).toEqual([[1], [2, 4], [3, 5]])
})

test('radiographs of one series and files without an image stay alone', () => {
  expect(group(image(1, 'General', 'x'), image(2, 'General', 'x'), undefined, undefined)).toEqual([
    [1],
    [2],
    [undefined],
    [undefined],
  ])
})
