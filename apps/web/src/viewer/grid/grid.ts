import type { ImageId } from '@talus/contract'
import type { Grid, GridCell } from '../model.ts'

/** Rows and columns of a grid run from 1 to this. */
export const gridMost = 3

const cellsOf = (rows: number, columns: number, images: readonly (ImageId | undefined)[]) =>
  Array.from({ length: rows * columns }, (_, index): GridCell => ({
    row: Math.floor(index / columns),
    column: index % columns,
    imageId: images[index],
  }))

export const gridOf = (images: readonly ImageId[]): Grid => ({
  rows: 1,
  columns: 1,
  cells: cellsOf(1, 1, images),
  active: 0,
})

export const shownIn = (grid: Grid): readonly ImageId[] =>
  grid.cells.flatMap(({ imageId }) => (imageId === undefined ? [] : [imageId]))

/** Those of the study that follow the last one shown, and then those before it. */
function notShown(grid: Grid, study: readonly ImageId[]): readonly ImageId[] {
  const shown = new Set(shownIn(grid))
  const last = study.findLastIndex((id) => shown.has(id))
  return [...study.slice(last + 1), ...study.slice(0, last + 1)].filter((id) => !shown.has(id))
}

/**
 * Cells are kept row by row, and images that find no place leave the grid; but not the active one, at
 * which somebody is looking. New cells show what comes next in the study.
 */
export function resized(
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
  const next = [...notShown(grid, study)]
  const grown = Array.from({ length: count }, (_, index) =>
    index < grid.cells.length ? kept[index] : next.shift(),
  )
  return {
    rows,
    columns,
    cells: cellsOf(rows, columns, grown),
    active: isKept ? grid.active : count - 1,
  }
}

export const holds = (grid: Grid, imageId: ImageId): boolean => shownIn(grid).includes(imageId)

/** The grid with the image in the cell, which becomes the active one; undefined where it is shown already. */
export function placed(grid: Grid, imageId: ImageId, index: number): Grid | undefined {
  if (holds(grid, imageId) || !grid.cells[index]) return undefined
  return {
    ...grid,
    active: index,
    cells: grid.cells.map((cell, at) => (at === index ? { ...cell, imageId } : cell)),
  }
}

export const emptied = (grid: Grid, index: number): Grid => ({
  ...grid,
  cells: grid.cells.map((cell, at) => (at === index ? { ...cell, imageId: undefined } : cell)),
})

export const activated = (grid: Grid, index: number): Grid =>
  index === grid.active || !grid.cells[index] ? grid : { ...grid, active: index }

/** The image to which a step leads from the active one, leaving out those that are shown already. */
export function stepFrom(grid: Grid, study: readonly ImageId[], by: 1 | -1): ImageId | undefined {
  const active = grid.cells[grid.active]?.imageId
  const at = active === undefined ? -1 : study.indexOf(active)
  const rest = by === 1 ? study.slice(at + 1) : study.slice(0, Math.max(0, at)).toReversed()
  return rest.find((id) => !holds(grid, id))
}
