import { ImageId } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import {
  activateCell,
  emptyCell,
  enlargeCell,
  restoreGrid,
  createGrid,
  placeImage,
  resizeGrid,
  listShownImages,
  findNextImage,
} from './grid.ts'

const ids = (...numbers: number[]) => numbers.map((id) => ImageId.parse(id))
const [one, two, three] = ids(1, 2, 3)
const study = ids(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
const id = (number: number) => ImageId.parse(number)

describe('the grid', () => {
  test('a new grid has one cell with the first image', () => {
    expect(createGrid(study)).toEqual({
      rows: 1,
      columns: 1,
      active: 0,
      cells: [{ row: 0, column: 0, imageId: one }],
    })
  })

  test('cells are numbered row by row', () => {
    const grid = resizeGrid(createGrid(study), 2, 3, study)
    expect(grid.cells.map(({ row, column }) => [row, column])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
      [1, 2],
    ])
  })

  test('new cells show the next images of the study, none twice', () => {
    const from = placeImage(createGrid(study), id(9), 0) ?? createGrid([])
    expect(listShownImages(resizeGrid(from, 2, 2, study))).toEqual(ids(9, 10, 1, 2))
  })

  test('new cells stay empty if the study has no more images', () => {
    const grid = resizeGrid(createGrid(ids(1, 2)), 2, 2, ids(1, 2))
    expect(grid.cells.map(({ imageId }) => imageId)).toEqual([one, two, undefined, undefined])
  })

  test('a smaller grid keeps its first images row by row', () => {
    const four = resizeGrid(createGrid(study), 2, 2, study)
    expect(listShownImages(resizeGrid(four, 1, 2, study))).toEqual([one, two])
  })

  test('a smaller grid keeps the active image', () => {
    const four = activateCell(resizeGrid(createGrid(study), 2, 2, study), 2)
    const shrunk = resizeGrid(four, 1, 1, study)
    expect(shrunk).toMatchObject({ active: 0, cells: [{ imageId: three }] })
  })

  test('a larger grid keeps an emptied cell empty', () => {
    const grid = resizeGrid(emptyCell(resizeGrid(createGrid(study), 1, 2, study), 0), 1, 3, study)
    expect(grid.cells.map(({ imageId }) => imageId)).toEqual([undefined, two, three])
  })

  test('placing an image in a cell makes it active', () => {
    const grid = resizeGrid(createGrid(study), 1, 2, study)
    const next = placeImage(grid, id(7), 1)
    expect(next).toMatchObject({ active: 1, cells: [{ imageId: one }, { imageId: 7 }] })
  })

  test('an image that is already shown is refused', () => {
    const grid = resizeGrid(createGrid(study), 1, 2, study)
    expect(placeImage(grid, id(1), 1)).toBeUndefined()
    expect(placeImage(grid, id(2), 1)).toBeUndefined()
  })

  test('an enlarged cell returns to its place, with the image that it shows then', () => {
    const four = activateCell(resizeGrid(createGrid(study), 2, 2, study), 2)
    const large = enlargeCell(four, 2)
    expect(large).toMatchObject({ rows: 1, columns: 1, cells: [{ imageId: three }] })
    expect(restoreGrid(four, large)).toEqual(four)
    const other = placeImage(large, id(8), 0) ?? large
    expect(listShownImages(restoreGrid(four, other))).toEqual(ids(1, 2, 8, 4))
    const shown = placeImage(large, id(1), 0) ?? large
    expect(restoreGrid(four, shown)).toEqual(activateCell(four, 0))
  })

  test('stepping from the active image skips images that are shown', () => {
    const grid = resizeGrid(createGrid(study), 1, 2, study)
    expect(findNextImage(grid, study, 1)).toBe(3)
    expect(findNextImage(grid, study, -1)).toBeUndefined()
    expect(findNextImage(activateCell(placeImage(grid, id(5), 1) ?? grid, 1), study, -1)).toBe(4)
  })
})
