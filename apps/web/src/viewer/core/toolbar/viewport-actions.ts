import { defaultViewport } from '@talus/contract'
import type { Viewport } from '@talus/contract'

/** Rotation after a turn to the right and to the left, for each rotation. */
const nextRotations = { 0: [90, 270], 90: [180, 0], 180: [270, 90], 270: [0, 180] } as const

export const rotateViewport = (viewport: Viewport, direction: 'right' | 'left'): Viewport => ({
  ...viewport,
  rotation: nextRotations[viewport.rotation][direction === 'right' ? 0 : 1],
})

/**
 * Flips the displayed image. The flip is applied before the rotation, so with a rotation by 90 or
 * 270 degrees the other axis of the image has to be flipped.
 */
export function flipViewport(viewport: Viewport, along: 'horizontal' | 'vertical'): Viewport {
  const isSideways = viewport.rotation % 180 !== 0
  // A mirror image leans to the other side.
  const tilt = viewport.tilt === undefined ? undefined : -viewport.tilt
  return (along === 'horizontal') === isSideways
    ? { ...viewport, tilt, vflip: !viewport.vflip }
    : { ...viewport, tilt, hflip: !viewport.hflip }
}

/** Whether the displayed image is flipped; both flips together are a rotation by 180 degrees. */
export const isFlipped = ({ hflip, vflip }: Viewport): boolean => hflip !== vflip

export const invertViewport = (viewport: Viewport): Viewport => ({
  ...viewport,
  invert: !viewport.invert,
})

export const fitViewport = (viewport: Viewport): Viewport => ({
  ...viewport,
  zoom: null,
  shownIn: undefined,
  pan: { x: 0, y: 0 },
})

/** Shows one image pixel per device pixel; a CSS pixel may have several device pixels. */
export const toActualSize = (viewport: Viewport, devicePixelRatio: number): Viewport => ({
  ...viewport,
  zoom: 1 / devicePixelRatio,
  shownIn: undefined,
})

export const isDefaultViewport = (viewport: Viewport): boolean =>
  viewport === defaultViewport ||
  (!viewport.invert &&
    viewport.rotation === 0 &&
    !viewport.tilt &&
    !viewport.hflip &&
    !viewport.vflip &&
    viewport.zoom === null &&
    viewport.pan.x === 0 &&
    viewport.pan.y === 0 &&
    viewport.window === null)
