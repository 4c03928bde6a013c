import type { NewElement } from './synthetic-file.ts'

export interface TestOverlay {
  readonly group?: number
  /** Rows of text: `#` is a set bit. */
  readonly picture: readonly string[]
  /** Row and column, from 1. */
  readonly origin?: readonly [number, number]
  readonly type?: 'G' | 'R'
  readonly frames?: number
  readonly firstFrame?: number
}

/** Packs the characters of a picture, lowest bit first, without a gap between rows. */
export function packBits(picture: readonly string[]): Uint8Array {
  const text = picture.join('')
  const bytes = new Uint8Array(2 * Math.ceil(text.length / 16))
  for (let at = 0; at < text.length; at++)
    if (text[at] === '#') bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7))
  return bytes
}

/** The elements of an overlay plane with its own data; several frames are below each other. */
export function createOverlayElements(overlay: TestOverlay): NewElement[] {
  const { group = 0x60_00, picture, origin = [1, 1], type = 'G', frames, firstFrame } = overlay
  const tag = (element: number) => group * 0x1_00_00 + element
  return [
    [tag(0x00_10), 'US', [picture.length / (frames ?? 1)]],
    [tag(0x00_11), 'US', [picture[0]?.length ?? 0]],
    ...(frames === undefined ? [] : [[tag(0x00_15), 'IS', String(frames)] satisfies NewElement]),
    [tag(0x00_40), 'CS', type],
    [tag(0x00_50), 'SS', [...origin]],
    ...(firstFrame === undefined ? [] : [[tag(0x00_51), 'US', [firstFrame]] satisfies NewElement]),
    [tag(0x01_00), 'US', [1]],
    [tag(0x01_02), 'US', [0]],
    [tag(0x30_00), 'OW', packBits(picture)],
  ]
}
