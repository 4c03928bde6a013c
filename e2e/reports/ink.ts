import type { Page } from '@playwright/test'

export interface Region {
  readonly x: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A line of ink: its rows and its outermost columns, in px of the paper. */
export interface InkLine {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** The ink of a picture of a page. */
export interface Ink {
  readonly lines: readonly InkLine[]
  /** The darkness of each square of 16 px, from 0 to 255, row by row. */
  readonly squares: readonly number[]
}

/** Scales a picture to the size of the paper and finds its ink; a blank page of the browser decodes it. */
export const readInk = (
  page: Page,
  png: Buffer,
  paper: { readonly width: number; readonly height: number },
  region: Region,
): Promise<Ink> =>
  page.evaluate(
    async ({ data, size, part }) => {
      const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(Math.round(size.width), Math.round(size.height))
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.imageSmoothingQuality = 'high'
      context.fillStyle = '#fff'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
      const [x, y] = [Math.round(part.x), Math.round(part.top)]
      const [width, height] = [Math.round(part.width), Math.round(part.height)]
      const pixels = context.getImageData(x, y, width, height).data
      const getDarkness = (column: number, row: number) => {
        const at = (row * width + column) * 4
        return 255 - ((pixels[at] ?? 255) + (pixels[at + 1] ?? 255) + (pixels[at + 2] ?? 255)) / 3
      }
      const lines: { top: number; bottom: number; left: number; right: number }[] = []
      for (let row = 0; row < height; row++) {
        let [left, right] = [width, -1]
        for (let column = 0; column < width; column++)
          if (getDarkness(column, row) > 90) {
            left = Math.min(left, column)
            right = column
          }
        if (right < 0) continue
        const last = lines.at(-1)
        if (last && last.bottom === row - 1) {
          last.bottom = row
          last.left = Math.min(last.left, left)
          last.right = Math.max(last.right, right)
        } else lines.push({ top: row, bottom: row, left, right })
      }
      const squares: number[] = []
      const side = 16
      for (let top = 0; top + side <= height; top += side)
        for (let left = 0; left + side <= width; left += side) {
          let sum = 0
          for (let row = top; row < top + side; row++)
            for (let column = left; column < left + side; column++) sum += getDarkness(column, row)
          squares.push(sum / (side * side))
        }
      return { lines, squares }
    },
    { data: png.toString('base64'), size: paper, part: region },
  )
