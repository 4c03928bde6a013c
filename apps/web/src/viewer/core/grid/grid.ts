import type { ImageId } from '@talus/contract'
import type { Grid, GridCell } from '../model.ts'

/** Maximum number of rows and of columns. */
export const maxGridSize = 3

const createCells = (rows: number, columns: number, images: readonly (ImageId | undefined)[]) =>
  Array.from({ length: rows * columns }, (_, index): GridCell => ({
    row: Math.floor(index / columns),
    column: index % columns,
    imageId: images[index],
  }))

export const createGrid = (images: readonly ImageId[]): Grid => ({
  rows: 1,
  columns: 1,
  cells: createCells(1, 1, images),
  active: 0,
})

export const listShownImages = (grid: Grid): readonly ImageId[] =>
  grid.cells.flatMap(({ imageId }) => (imageId === undefined ? [] : [imageId]))

/** Images of the study that are not shown: those after the last shown one, then those before. */
function listHidden(grid: Grid, study: readonly ImageId[]): readonly ImageId[] {
  const shown = new Set(listShownImages(grid))
  const last = study.findLastIndex((id) => shown.has(id))
  return [...study.slice(last + 1), ...study.slice(0, last + 1)].filter((id) => !shown.has(id))
}

/**
 * Keeps the images row by row and drops those that do not fit, but never the active one. New cells
 * show the next images of the study.
 */
export function resizeGrid(
  grid: Grid,
  rows: number,
  columns: number,
  study: readonly ImageId[],
): Grid {
  const count = rows * columns
  const active = grid.cells[grid.active]?.imageId
  const kept = grid.cells.map(({ imageId }) => imageId).slice(0, count)
  const isKept = grid.active < count
  if (!isKept && active !== undefined) kept[count - 1] = active
  const next = [...listHidden(grid, study)]
  const grown = Array.from({ length: count }, (_, index) =>
    index < grid.cells.length ? kept[index] : next.shift(),
  )
  return {
    rows,
    columns,
    cells: createCells(rows, columns, grown),
    active: isKept ? grid.active : count - 1,
  }
}

export const showsImage = (grid: Grid, imageId: ImageId): boolean =>
  listShownImages(grid).includes(imageId)

/** Places an image in a cell and activates it; undefined if the image is already shown. */
export function placeImage(grid: Grid, imageId: ImageId, index: number): Grid | undefined {
  if (showsImage(grid, imageId) || !grid.cells[index]) return undefined
  return {
    ...grid,
    active: index,
    cells: grid.cells.map((cell, at) => (at === index ? { ...cell, imageId } : cell)),
  }
}

export const emptyCell = (grid: Grid, index: number): Grid => ({
  ...grid,
  cells: grid.cells.map((cell, at) => (at === index ? { ...cell, imageId: undefined } : cell)),
})

export const activateCell = (grid: Grid, index: number): Grid =>
  index === grid.active || !grid.cells[index] ? grid : { ...grid, active: index }

/** A grid of one cell, which shows the image of the given cell. */
export const enlargeCell = (grid: Grid, index: number): Grid => ({
  rows: 1,
  columns: 1,
  cells: createCells(1, 1, [grid.cells[index]?.imageId]),
  active: 0,
})

/** The grid before a cell was enlarged; another image that was opened meanwhile stays in its cell. */
export function restoreGrid(before: Grid, enlarged: Grid): Grid {
  const imageId = enlarged.cells[0]?.imageId
  if (imageId === undefined) return before
  const index = before.cells.findIndex((cell) => cell.imageId === imageId)
  return index === -1
    ? (placeImage(before, imageId, before.active) ?? before)
    : activateCell(before, index)
}

/** Fills a grid with the given images, row by row. */
export const fillGrid = (
  rows: number,
  columns: number,
  images: readonly (ImageId | undefined)[],
): Grid => ({ rows, columns, cells: createCells(rows, columns, images), active: 0 })

/** The next or previous image after the active one that is not shown yet. */
export function findNextImage(
  grid: Grid,
  study: readonly ImageId[],
  by: 1 | -1,
): ImageId | undefined {
  const active = grid.cells[grid.active]?.imageId
  const at = active === undefined ? -1 : study.indexOf(active)
  const rest = by === 1 ? study.slice(at + 1) : study.slice(0, Math.max(0, at)).toReversed()
  return rest.find((id) => !showsImage(grid, id))
}
