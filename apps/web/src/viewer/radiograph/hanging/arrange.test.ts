import { getBuiltInHanging } from '@talus/anatomy'
import { ImageId } from '@talus/contract'
import { expect, test } from 'vitest'
import { arrangeStages, findMainRegion, toGrid, toStage } from './arrange.ts'

const image = (id: number, bodyPart: string, bodyPartView: string) => ({
  id: ImageId.parse(id),
  bodyPart,
  bodyPartView,
  modality: 'General' as const,
})
const chest = [image(1, 'Chest', 'VD'), image(2, 'Chest', 'LLAT'), image(3, 'Chest', 'rlat')]
const arrange = (
  own: readonly ReturnType<typeof image>[],
  priors: readonly ReturnType<typeof image>[] = [],
  region = 'Chest',
) => arrangeStages(getBuiltInHanging('Canine', region), region, own, priors)
const ids = (stages: ReturnType<typeof arrange>) => stages.map(({ images }) => images)

test('the views are hung in their places, in whatever order they were taken', () => {
  expect(ids(arrange(chest))).toEqual([[3, 2], [1], [3, 1]])
})

test('a stage with earlier images exists only if there are earlier images', () => {
  const priors = [image(8, 'Chest', 'RLAT'), image(9, 'Chest', 'DV'), image(7, 'Abdomen', 'VD')]
  expect(ids(arrange(chest, priors)).at(-1)).toEqual([3, 1, 8, 9])
})

test('images of one view are hung once, and those of another part not at all', () => {
  const same = [image(1, 'Chest', 'LAT'), image(2, 'Chest', 'LAT'), image(3, 'Abdomen', 'VD')]
  for (const { ownCount } of arrange(same)) expect(ownCount).toBe(1)
  expect(findMainRegion(same)).toBe('Chest')
})

test('two laterals without a stated side are hung beside the straight view', () => {
  const own = [image(1, 'Chest', 'LAT'), image(2, 'Chest', 'LAT'), image(3, 'Chest', 'DV')]
  expect(arrange(own)[0]?.images).toEqual([1, 2, 3])
})

test('the right and the left joint are side by side', () => {
  const stifles = [
    image(1, 'Left Stifle', 'ML'),
    image(2, 'Right Stifle', 'ML'),
    image(3, 'Left Stifle', 'CDCR'),
  ]
  expect(arrange(stifles, [], 'Stifle')[0]?.images).toEqual([2, 1, undefined, 3])
})

test('a layout with many empty cells is left out for a smaller one', () => {
  const one = [image(1, 'Left Stifle', 'ML'), image(2, 'Left Stifle', 'CRCD')]
  expect(ids(arrange(one, [], 'Stifle'))).toEqual([[1, 2]])
  const two = [image(1, 'Chest', 'VD'), image(2, 'Chest', 'RLAT')]
  expect(ids(arrange(two))).toEqual([[1], [2, 1]])
})

test('a saved layout hangs the next study in the same way', () => {
  const [first] = arrange(chest)
  if (!first) throw new Error('nothing is hung')
  const stage = toStage(toGrid(first), (id) => {
    const found = chest.find((one) => one.id === id)
    return found && { image: found, isPrior: false }
  })
  const next = [image(11, 'Chest', 'RLAT'), image(12, 'Chest', 'LLAT')]
  expect(ids(arrangeStages([stage], 'Chest', next, []))).toEqual([[11, 12]])
})

test('on an upright phone images that hang side by side are one below the other', () => {
  const [first] = arrange(chest)
  if (!first) throw new Error('nothing is hung')
  expect(toGrid(first)).toMatchObject({ rows: 1, columns: 2 })
  expect(toGrid(first, true)).toMatchObject({ rows: 2, columns: 1 })
})
