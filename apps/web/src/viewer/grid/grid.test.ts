import { ImageId } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { activated, emptied, gridOf, placed, resized, shownIn, stepFrom } from './grid.ts'

const ids = (...numbers: number[]) => numbers.map((id) => ImageId.parse(id))
const [one, two, three] = ids(1, 2, 3)
const study = ids(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
const id = (number: number) => ImageId.parse(number)

describe('the grid', () => {
  test('begins with one cell and the first image', () => {
    expect(gridOf(study)).toEqual({
      rows: 1,
      columns: 1,
      active: 0,
      cells: [{ row: 0, column: 0, imageId: one }],
    })
  })

  test('counts its cells row by row', () => {
    const grid = resized(gridOf(study), 2, 3, study)
    expect(grid.cells.map(({ row, column }) => [row, column])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
      [1, 2],
    ])
  })

  test('fills new cells with what comes next in the study, and never twice', () => {
    const from = placed(gridOf(study), id(9), 0) ?? gridOf([])
    expect(shownIn(resized(from, 2, 2, study))).toEqual(ids(9, 10, 1, 2))
  })

  test('leaves cells empty where the study has no more images', () => {
    const grid = resized(gridOf(ids(1, 2)), 2, 2, ids(1, 2))
    expect(grid.cells.map(({ imageId }) => imageId)).toEqual([one, two, undefined, undefined])
  })

  test('keeps images row by row when it shrinks; the rest leave it', () => {
    const four = resized(gridOf(study), 2, 2, study)
    expect(shownIn(resized(four, 1, 2, study))).toEqual([one, two])
  })

  test('keeps the active image when it shrinks', () => {
    const four = activated(resized(gridOf(study), 2, 2, study), 2)
    const shrunk = resized(four, 1, 1, study)
    expect(shrunk).toMatchObject({ active: 0, cells: [{ imageId: three }] })
  })

  test('keeps an emptied cell empty when it grows', () => {
    const grid = resized(emptied(resized(gridOf(study), 1, 2, study), 0), 1, 3, study)
    expect(grid.cells.map(({ imageId }) => imageId)).toEqual([undefined, two, three])
  })

  test('takes an image into a cell, which becomes the active one', () => {
    const grid = resized(gridOf(study), 1, 2, study)
    const next = placed(grid, id(7), 1)
    expect(next).toMatchObject({ active: 1, cells: [{ imageId: one }, { imageId: 7 }] })
  })

  test('refuses an image that it shows already', () => {
    const grid = resized(gridOf(study), 1, 2, study)
    expect(placed(grid, id(1), 1)).toBeUndefined()
    expect(placed(grid, id(2), 1)).toBeUndefined()
  })

  test('steps from the active image over those that are shown', () => {
    const grid = resized(gridOf(study), 1, 2, study)
    expect(stepFrom(grid, study, 1)).toBe(3)
    expect(stepFrom(grid, study, -1)).toBeUndefined()
    expect(stepFrom(activated(placed(grid, id(5), 1) ?? grid, 1), study, -1)).toBe(4)
  })
})
