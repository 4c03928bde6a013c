import { plainViewport } from '@talus/contract'
import type { Viewport } from '@talus/contract'

/** Half the turns that bring an image back. */
const turns = { 0: [90, 270], 90: [180, 0], 180: [270, 90], 270: [0, 180] } as const

export const turned = (viewport: Viewport, way: 'right' | 'left'): Viewport => ({
  ...viewport,
  rotation: turns[viewport.rotation][way === 'right' ? 0 : 1],
})

/**
 * Mirrors what is seen. An image is mirrored before it is turned, so that one which lies on its side
 * has its own other axis along the screen.
 */
export function mirrored(viewport: Viewport, along: 'horizontal' | 'vertical'): Viewport {
  const isSideways = viewport.rotation % 180 !== 0
  return (along === 'horizontal') === isSideways
    ? { ...viewport, vflip: !viewport.vflip }
    : { ...viewport, hflip: !viewport.hflip }
}

/** Whether what is seen is mirrored at all; both ways together are half a turn. */
export const isMirrored = ({ hflip, vflip }: Viewport): boolean => hflip !== vflip

export const inverted = (viewport: Viewport): Viewport => ({
  ...viewport,
  invert: !viewport.invert,
})

export const fitted = (viewport: Viewport): Viewport => ({
  ...viewport,
  zoom: null,
  pan: { x: 0, y: 0 },
})

/** One pixel of the image on one of the screen, which may have several for one of the page's. */
export const inOwnSize = (viewport: Viewport, devicePixelRatio: number): Viewport => ({
  ...viewport,
  zoom: 1 / devicePixelRatio,
})

export const isPlain = (viewport: Viewport): boolean =>
  viewport === plainViewport ||
  (!viewport.invert &&
    viewport.rotation === 0 &&
    !viewport.hflip &&
    !viewport.vflip &&
    viewport.zoom === null &&
    viewport.pan.x === 0 &&
    viewport.pan.y === 0 &&
    viewport.window === null)
