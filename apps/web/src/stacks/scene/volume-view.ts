import type { Point, Stack } from '@talus/contract'
import {
  createFrame,
  createPlane,
  createSurfacePreset,
  cross,
  getEdgeLabels,
  getPlanes,
  getSmallCentre,
  getSmallRadius,
  rotateAround,
  transform,
  volumePresets,
} from '@talus/volume'
import type {
  AnatomicalDirection,
  ClippingBox,
  Hanging,
  OrientationOptions,
  PlanePicture,
  SmallVolume,
  VolumePreset,
  VolumePresetName,
} from '@talus/volume'
import type { GreyWindow } from '../../viewer/core/rendering/window.ts'

/** The 3D view: its colours, its direction and its zoom. */
export interface VolumeView {
  readonly preset: VolumePresetName
  /** Directions to the right and down on the screen; undefined for the view from the left. */
  readonly axes: Hanging | undefined
  readonly zoom: number
  /** The part of the volume that is shown. */
  readonly box: ClippingBox
}

/** Six sides of the animal; `nameSide` has their words. */
export const viewSides = ['left', 'right', 'top', 'bottom', 'front', 'back'] as const
export type ViewSide = (typeof viewSides)[number]

const planeOfSide = {
  left: 'sagittal',
  right: 'sagittal',
  top: 'dorsal',
  bottom: 'dorsal',
  front: 'transverse',
  back: 'transverse',
} as const

/** The planes hang as seen from the left, from below and from the front. */
const isTurned = (side: ViewSide) => side === 'right' || side === 'top' || side === 'back'

/** The directions of the screen when the animal is seen from a side. */
export function getSideAxes(side: ViewSide, options: OrientationOptions): Hanging {
  const { right, down } = getPlanes(createFrame([0, 0, 0]), options)[planeOfSide[side]]
  if (!isTurned(side)) return { right, down }
  return { right: transform(rotateAround(down, Math.PI), right), down }
}

/** The side from which the animal is seen, in the words of the edges and of the cuts. */
export function nameSide(side: ViewSide, options: OrientationOptions): AnatomicalDirection {
  const { right, down } = getSideAxes(side, options)
  const [word = 'left'] = getEdgeLabels(cross(down, right), options)
  return word
}

/** Turns the view by angles in radians: the facing side goes to the right and downwards on the screen. */
function turnAxes({ right, down }: Hanging, across: number, downwards: number): Hanging {
  const around = rotateAround(down, across)
  const turned = transform(around, right)
  const tilt = rotateAround(turned, -downwards)
  return { right: turned, down: transform(tilt, transform(around, down)) }
}

/** Radians for one pixel of a drag, and for an arrow key. */
const dragTurn = Math.PI / 360
const keyTurn = Math.PI / 18

/** Turns the view by a drag: the side that faces the viewer follows the pointer. */
export const turnByDrag = (axes: Hanging, from: Point, to: Point): Hanging =>
  turnAxes(axes, (to.x - from.x) * dragTurn, (to.y - from.y) * dragTurn)

const arrows: Readonly<Record<string, readonly [across: number, downwards: number]>> = {
  ArrowLeft: [-keyTurn, 0],
  ArrowRight: [keyTurn, 0],
  ArrowUp: [0, -keyTurn],
  ArrowDown: [0, keyTurn],
}

/** Turns the view as a drag in the direction of the arrow does; undefined for another key. */
export function turnByKey(axes: Hanging, key: string, isFine: boolean): Hanging | undefined {
  const turn = arrows[key]
  const share = isFine ? 0.2 : 1
  return turn && turnAxes(axes, turn[0] * share, turn[1] * share)
}

const zoomLimits = { lowest: 0.5, highest: 8 } as const

export const clampZoom = (zoom: number): number =>
  Math.min(zoomLimits.highest, Math.max(zoomLimits.lowest, zoom))

/** The picture whose pixels the rays compute, with about `pixels` × `pixels` of them. */
export function createRayPicture(
  small: SmallVolume,
  { right, down }: Hanging,
  size: { readonly width: number; readonly height: number },
  { pixels, zoom }: { readonly pixels: number; readonly zoom: number },
): PlanePicture {
  const share = Math.min(1, pixels / Math.sqrt(size.width * size.height))
  const [width, height] = [
    Math.max(16, Math.round(size.width * share)),
    Math.max(16, Math.round(size.height * share)),
  ]
  // The diagonal of the volume seldom lies across the screen, so less than twice the radius is shown.
  const step = (1.3 * getSmallRadius(small)) / Math.min(width, height) / zoom
  return { plane: createPlane(getSmallCentre(small), right, down), width, height, step }
}

/** The colours of a preset; those of series without a unit follow their window. */
export const getVolumePreset = (
  { unit }: Pick<Stack, 'unit'>,
  name: VolumePresetName,
  window: GreyWindow | undefined,
): VolumePreset =>
  unit === 'HU' && name !== 'surface'
    ? volumePresets[name]
    : createSurfacePreset(window?.center ?? 500, window?.width ?? 1000)
