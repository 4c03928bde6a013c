import type { Crop, Point } from '@talus/contract'
import { toImage, toScreen } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import type { Gesture, PointerInput, GestureHost } from './gesture-types.ts'
import { distance, dragThreshold } from './view-transforms.ts'

/** Maximum distance from a corner that grabs it, in screen pixels. */
export const getCropHitDistance = (kind: PointerInput['kind']): number =>
  kind === 'touch' ? 25 : 15

/** Minimum side length of a crop in image pixels. */
const smallest = 8

const within = ({ x, y }: Point, { columns, rows }: Camera): Point => ({
  x: Math.min(columns, Math.max(0, x)),
  y: Math.min(rows, Math.max(0, y)),
})

export const isCropUseful = ({ start, end }: Crop): boolean =>
  Math.abs(end.x - start.x) >= smallest && Math.abs(end.y - start.y) >= smallest

export const getCropCorners = ({ start, end }: Crop): readonly Point[] => [
  start,
  { x: end.x, y: start.y },
  end,
  { x: start.x, y: end.y },
]

/** Returns the crop with the corner under the pointer as its `end`; the opposite one is fixed. */
export function grabCorner(
  crop: Crop,
  camera: Camera,
  at: Point,
  within: number,
): Crop | undefined {
  const corners = getCropCorners(crop)
  const away = corners.map((corner) => distance(at, toScreen(camera, corner)))
  const nearest = Math.min(...away)
  const index = away.indexOf(nearest)
  const [end, start] = [corners[index], corners[(index + 2) % 4]]
  return nearest <= within && start && end ? { start, end } : undefined
}

const isInsideCrop = ({ start, end }: Crop, { x, y }: Point) =>
  x >= Math.min(start.x, end.x) &&
  x <= Math.max(start.x, end.x) &&
  y >= Math.min(start.y, end.y) &&
  y <= Math.max(start.y, end.y)

export function moveCrop({ start, end }: Crop, by: Point, { columns, rows }: Camera): Crop {
  const clampOffset = (a: number, b: number, offset: number, size: number) =>
    Math.min(size - Math.max(a, b), Math.max(-Math.min(a, b), offset))
  const x = clampOffset(start.x, end.x, by.x, columns)
  const y = clampOffset(start.y, end.y, by.y, rows)
  return {
    start: { x: start.x + x, y: start.y + y },
    end: { x: end.x + x, y: end.y + y },
  }
}

/** Drags a corner, or the whole crop from its inside; outside of it, draws a new one. */
export function createCropGesture(host: GestureHost, press: PointerInput): Gesture {
  const camera = host.camera()
  const before = host.view.get().crop
  const set = (crop: Crop | undefined) => host.view.set((now) => ({ ...now, crop }))
  const from = toImage(camera, press.at)
  const grabbed = before && grabCorner(before, camera, press.at, getCropHitDistance(press.kind))
  const isMove = before !== undefined && !grabbed && isInsideCrop(before, from)
  const cropAt = (at: Point): Crop => {
    const to = toImage(camera, at)
    if (isMove) return moveCrop(before, { x: to.x - from.x, y: to.y - from.y }, camera)
    return { start: grabbed?.start ?? within(from, camera), end: within(to, camera) }
  }
  return {
    move: ({ at }) => distance(press.at, at) >= dragThreshold && set(cropAt(at)),
    end: () => {
      const { crop } = host.view.get()
      if (crop && !isCropUseful(crop)) set(before)
    },
    cancel: () => set(before),
  }
}

export function acceptCrop({ store, viewId, view }: GestureHost): Crop | undefined {
  const { crop } = view.get()
  if (!crop) return undefined
  store.commit(viewId, (now) => ({
    ...now,
    crop,
    viewport: { ...now.viewport, zoom: null, pan: { x: 0, y: 0 } },
  }))
  exitCrop({ store, view })
  return crop
}

/** Returns to the default tool: nothing is saved while the crop tool is active. */
export function exitCrop({ store, view }: Pick<GestureHost, 'store' | 'view'>) {
  view.set((now) => ({ ...now, crop: undefined }))
  store.set((now) => ({ ...now, tool: 'windowLevel' }))
}

export function resetCrop({ store, viewId }: GestureHost) {
  store.commit(viewId, (now) => ({
    ...now,
    crop: undefined,
    viewport: { ...now.viewport, zoom: null, pan: { x: 0, y: 0 } },
  }))
}
