import { add, mix, multiply, normalize, subtract } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import type { Loft, SceneBuilder, Surface } from '../scene/scene.ts'
import { sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'

interface LongBoneOptions {
  readonly bow?: Vec
  /** Width from side to side relative to that from front to back. */
  readonly deep?: number
  /** Wall thickness of the shaft relative to its radius. */
  readonly wall?: number
  readonly weight?: number
  /** Shallow ends under the cartilage instead of domes. */
  readonly flat?: boolean
}

/**
 * A long bone, given by the radii of its ends and its shaft; the walls are thickest at the shaft.
 */
export function createLongBone(
  from: Vec,
  to: Vec,
  radii: readonly [top: number, shaft: number, bottom: number],
  options: LongBoneOptions = {},
): Surface {
  const { bow = [0, 0, 0], deep = 1, wall = 0.4, flat = true } = options
  const [top, shaft, bottom] = radii
  const at = (t: number): Vec => add(mix(from, to, t), multiply(bow, Math.sin(Math.PI * t)))
  const stops = [
    0, 0.03, 0.06, 0.09, 0.13, 0.17, 0.22, 0.3, 0.4, 0.5, 0.6, 0.7, 0.78, 0.84, 0.88, 0.92, 0.95,
    0.975, 1,
  ]
  const shape = [
    0.93, 1, 0.99, 0.9, 0.7, 0.5, 0.32, 0.15, 0.04, 0, 0.03, 0.13, 0.3, 0.52, 0.72, 0.92, 1, 0.99,
    0.92,
  ]
  const thin = shaft * 0.15
  const sections = stops.map((stop, i): Section => {
    const t = shape[i] ?? 0
    const radius = shaft + ((i < 9 ? top : bottom) - shaft) * t
    const own = thin + shaft * (wall - 0.15) * (1 - Math.min(1, t * 1.25))
    return { at: at(stop), wide: radius * deep, thick: radius, wall: own }
  })
  const rounded = flat ? 0.16 : 0.8
  // The axis of a bone that is seen from the side may itself be nearly lateral.
  const along = normalize(subtract(to, from))
  const axis: Vec = Math.abs(along[2]) > 0.9 ? [0, 1, 0] : [0, 0, 1]
  return sweep(sections, { axis, ends: [rounded, rounded], steps: 2, segments: 28 })
}

export function addLongBone(
  scene: SceneBuilder,
  ...shape: Parameters<typeof createLongBone>
): void {
  const [, , radii, options] = shape
  scene.addBonePart(options?.weight ?? 1, {
    cortex: radii[1] * 0.15,
    spongy: 0.26,
    parts: [createLongBone(...shape)],
  })
}

export const createSleeve = (
  stations: readonly (readonly [Vec, number, number])[],
  under = 0,
): Loft => ({
  kind: 'loft',
  stations: stations.map(([at, half, deep]) => ({
    at,
    half: Math.max(0.5, half - under),
    deep: Math.max(0.5, deep - under),
  })),
})
