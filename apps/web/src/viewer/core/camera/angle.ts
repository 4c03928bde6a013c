import type { Viewport } from '@talus/contract'

const toTenths = (degrees: number) => Math.round(degrees * 10) / 10
const quarterTurns = [0, 90, 180, 270] as const

/** The angle by which an image is rotated clockwise on the screen, from -179.9 to 180 degrees. */
export function getAngle({ rotation, tilt = 0 }: Viewport): number {
  const angle = toTenths(rotation + tilt)
  return angle > 180 ? toTenths(angle - 360) : angle
}

/**
 * Rotates to an angle in degrees. It is stored as the nearest quarter turn, which every DICOM viewer
 * understands, and the rest.
 */
export function withAngle(viewport: Viewport, degrees: number): Viewport {
  const angle = ((toTenths(degrees) % 360) + 360) % 360
  const turns = Math.round(angle / 90)
  const tilt = toTenths(angle - turns * 90)
  return {
    ...viewport,
    rotation: quarterTurns[turns % 4] ?? 0,
    tilt: tilt === 0 ? undefined : tilt,
  }
}

/** Cosine and sine of the rotation; exact for quarter turns, so that pixels stay on the grid. */
export function getRotation({ rotation, tilt }: Pick<Viewport, 'rotation' | 'tilt'>) {
  if (tilt) {
    const angle = ((rotation + tilt) * Math.PI) / 180
    return { cosine: Math.cos(angle), sine: Math.sin(angle) }
  }
  return { cosine: [1, 0, -1, 0][rotation / 90] ?? 1, sine: [0, 1, 0, -1][rotation / 90] ?? 0 }
}
