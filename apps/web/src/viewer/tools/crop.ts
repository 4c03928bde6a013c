import type { Crop, Point } from '@talus/contract'
import { toImage, toScreen } from '../engine/camera.ts'
import type { Camera } from '../engine/camera.ts'
import { dragThreshold } from './draft.ts'
import type { Gesture, Press, StageHost } from './gesture.ts'
import { distance } from './gestures.ts'

/** VIEW-37: how near to a corner is on it, in screen pixels. */
export const cropHitDistance = (kind: Press['kind']): number => (kind === 'touch' ? 25 : 15)

/** In pixels of the image: less is nothing to look at. */
const smallest = 8

const within = ({ x, y }: Point, { columns, rows }: Camera): Point => ({
  x: Math.min(columns, Math.max(0, x)),
  y: Math.min(rows, Math.max(0, y)),
})

export const isCropUseful = ({ start, end }: Crop): boolean =>
  Math.abs(end.x - start.x) >= smallest && Math.abs(end.y - start.y) >= smallest

export const cornersOf = ({ start, end }: Crop): readonly Point[] => [
  start,
  { x: end.x, y: start.y },
  end,
  { x: start.x, y: end.y },
]

/** The corner under the pointer as the moving end of the crop, with the opposite one held. */
export function takenCorner(
  crop: Crop,
  camera: Camera,
  at: Point,
  within: number,
): Crop | undefined {
  const corners = cornersOf(crop)
  const away = corners.map((corner) => distance(at, toScreen(camera, corner)))
  const nearest = Math.min(...away)
  const index = away.indexOf(nearest)
  const [end, start] = [corners[index], corners[(index + 2) % 4]]
  return nearest <= within && start && end ? { start, end } : undefined
}

const isIn = ({ start, end }: Crop, { x, y }: Point) =>
  x >= Math.min(start.x, end.x) &&
  x <= Math.max(start.x, end.x) &&
  y >= Math.min(start.y, end.y) &&
  y <= Math.max(start.y, end.y)

export function movedCrop({ start, end }: Crop, by: Point, { columns, rows }: Camera): Crop {
  const along = (a: number, b: number, way: number, size: number) =>
    Math.min(size - Math.max(a, b), Math.max(-Math.min(a, b), way))
  const x = along(start.x, end.x, by.x, columns)
  const y = along(start.y, end.y, by.y, rows)
  return {
    start: { x: start.x + x, y: start.y + y },
    end: { x: end.x + x, y: end.y + y },
  }
}

/** Takes a corner, or the whole from its inside; draws a new one elsewhere, as there is only one. */
export function cropGesture(host: StageHost, press: Press): Gesture {
  const camera = host.camera()
  const before = host.view.get().crop
  const set = (crop: Crop | undefined) => host.view.set((now) => ({ ...now, crop }))
  const from = toImage(camera, press.at)
  const taken = before && takenCorner(before, camera, press.at, cropHitDistance(press.kind))
  const isMove = before !== undefined && !taken && isIn(before, from)
  const cropAt = (at: Point): Crop => {
    const to = toImage(camera, at)
    if (isMove) return movedCrop(before, { x: to.x - from.x, y: to.y - from.y }, camera)
    return { start: taken?.start ?? within(from, camera), end: within(to, camera) }
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

export function acceptCrop({ store, imageId, view }: StageHost): Crop | undefined {
  const { crop } = view.get()
  if (!crop) return undefined
  store.commit(imageId, (now) => ({
    ...now,
    crop,
    viewport: { ...now.viewport, zoom: null, pan: { x: 0, y: 0 } },
  }))
  leaveCrop({ store, view })
  return crop
}

/** Back to the first tool: while it is cropped, nothing is saved. */
export function leaveCrop({ store, view }: Pick<StageHost, 'store' | 'view'>) {
  view.set((now) => ({ ...now, crop: undefined }))
  store.set((now) => ({ ...now, tool: 'windowLevel' }))
}

export function resetCrop({ store, imageId }: StageHost) {
  store.commit(imageId, (now) => ({
    ...now,
    crop: undefined,
    viewport: { ...now.viewport, zoom: null, pan: { x: 0, y: 0 } },
  }))
}
