import type { ImageId } from '@talus/contract'

/** Ids under which the drawings on computed planes are held; they last until the viewer closes. */
export interface PlaneIds {
  readonly get: (key: string) => ImageId
}

/** Ids of stored images are positive, so these belong to none and are never saved. */
export function createPlaneIds(): PlaneIds {
  const ids = new Map<string, ImageId>()
  return {
    get: (key) => {
      const known = ids.get(key)
      if (known !== undefined) return known
      const id = -(ids.size + 1) as ImageId
      ids.set(key, id)
      return id
    },
  }
}
