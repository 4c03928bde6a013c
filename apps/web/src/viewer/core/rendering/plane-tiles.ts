import { hasBit } from '../loading/planes.ts'
import type { BitPlane, PlaneLevel } from '../loading/planes.ts'

/** The colours of a plane: `outline` surrounds its bits by one pixel of the level. */
export interface PlaneInk {
  readonly grey: number
  /** Opacity from 0 to 255; 0 draws none. */
  readonly outline: number
}

/** Pixels of a level along the side of a tile. Tiles without a bit, which are most, cost nothing. */
export const tileSize = 256
/** Each tile repeats a pixel of its neighbours, so that no seam shows between them. */
export const margin = 1
/** About 64 MB. Only the tiles on the screen are needed again. */
const maxTiles = 240

function isEmpty(level: PlaneLevel, left: number, top: number): boolean {
  const firstByte = Math.max(0, left - margin - 1) >> 3
  const lastByte = Math.min(level.stride, (left + tileSize + margin + 8) >> 3)
  const lastRow = Math.min(level.rows, top + tileSize + margin + 1)
  for (let y = Math.max(0, top - margin - 1); y < lastRow; y++)
    for (let byte = firstByte; byte < lastByte; byte++)
      if (level.bits[y * level.stride + byte] !== 0) return false
  return true
}

/** Whether one of the eight pixels around has its bit set. */
function isBesideBit(level: PlaneLevel, x: number, y: number): boolean {
  for (let row = y - 1; row <= y + 1; row++)
    for (let column = x - 1; column <= x + 1; column++) if (hasBit(level, column, row)) return true
  return false
}

function paintTile(level: PlaneLevel, left: number, top: number, { grey, outline }: PlaneInk) {
  if (isEmpty(level, left, top)) return null
  const canvas = document.createElement('canvas')
  const side = tileSize + 2 * margin
  Object.assign(canvas, { width: side, height: side })
  const context = canvas.getContext('2d')
  if (!context) return null
  const image = context.createImageData(side, side)
  for (let at = 0, y = top - margin; y < top + tileSize + margin; y++)
    for (let x = left - margin; x < left + tileSize + margin; x++, at += 4) {
      if (hasBit(level, x, y)) image.data.set([grey, grey, grey, 255], at)
      else if (outline > 0 && isBesideBit(level, x, y)) image.data[at + 3] = outline
    }
  context.putImageData(image, 0, 0)
  return canvas
}

/** The tile at a column and a row of tiles; null if none of its bits is set. */
export function getTile(
  { tiles }: BitPlane,
  level: PlaneLevel,
  { column, row }: { readonly column: number; readonly row: number },
  ink: PlaneInk,
): HTMLCanvasElement | null {
  const name = [level.step, column, row, ink.grey].join(' ')
  const known = tiles.get(name)
  if (known !== undefined) return known
  const tile = paintTile(level, column * tileSize, row * tileSize, ink)
  const painted = [...tiles.values()].filter((one) => one !== null)
  if (painted.length >= maxTiles) tiles.clear()
  tiles.set(name, tile)
  return tile
}
