import { subtract } from './geometry.ts'
import type { Vec } from './geometry.ts'
import type { Body, Primitive, Surface } from './scene.ts'

/** Moves or mirrors a point; it must not stretch. */
type Placement = (at: Vec) => Vec

function placePrimitive(part: Primitive, place: Placement): Primitive {
  switch (part.kind) {
    case 'ellipsoid': {
      const origin = place([0, 0, 0])
      const [a, b, c] = part.axes
      const turn = (axis: Vec) => subtract(place(axis), origin)
      return { ...part, centre: place(part.centre), axes: [turn(a), turn(b), turn(c)] }
    }
    case 'tube':
      return { ...part, points: part.points.map(place) }
    case 'plate':
      return { ...part, outline: part.outline.map(place) }
    case 'loft':
      return {
        ...part,
        stations: part.stations.map((station) => ({ ...station, at: place(station.at) })),
      }
    case 'surface': {
      const placeRings = (rings: Surface['rings']) => rings.map((ring) => ring.map(place))
      return {
        ...part,
        rings: placeRings(part.rings),
        ...(part.inner && { inner: placeRings(part.inner) }),
      }
    }
  }
}

/** Copies bodies to another place, such as the leg of the other side. */
export const placeBodies = (bodies: readonly Body[], place: Placement): Body[] =>
  bodies.map((body) => ({
    ...body,
    parts: body.parts.map((part) => placePrimitive(part, place)),
  }))
