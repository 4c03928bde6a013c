import type { Edge, ShadowLimits } from './collimation.ts'
import { findRoughField, createEdgeScan } from './collimation.ts'
import type { ExposedField, FieldSide } from './field.ts'
import { createWholeField } from './field.ts'
import type { Plane } from './plane.ts'
import { quantile } from './statistics.ts'

const probes = 96
/** Number of pixels along the edge that are averaged for a probe. */
const probeWidth = 9

interface Probe {
  /** Position along the edge, from its middle. */
  readonly along: number
  /** Depth at which the profile crosses half of its height. */
  readonly depth: number
  /** Width of the penumbra. */
  readonly softness: number
}

/** A profile across the edge, from the shadow into the field. */
function readProfile(frame: Plane, edge: Edge, along: number, from: number, length: number) {
  const scan = createEdgeScan(edge, frame)
  const profile = new Float32Array(length)
  for (let side = 0; side < probeWidth; side += 1) {
    const line = Math.min(scan.lines - 1, Math.max(0, along + side - (probeWidth >> 1)))
    const base = scan.start + line * scan.alongStep
    for (let step = 0; step < length; step += 1) {
      const depth = Math.min(scan.depth - 1, Math.max(0, from + step))
      profile[step] = (profile[step] ?? 0) + (frame.data[base + depth * scan.inwardStep] ?? 0)
    }
  }
  return profile
}

function findCrossing(profile: Float32Array, share: number): number {
  const outer = Math.min(profile[0] ?? 0, profile[1] ?? 0)
  const inner = profile.at(-1) ?? 0
  const level = outer + (inner - outer) * share
  for (let step = 1; step < profile.length; step += 1) {
    const [before, here] = [profile[step - 1] ?? 0, profile[step] ?? 0]
    if (before < level && here >= level) return step - 1 + (level - before) / (here - before)
  }
  return Number.NaN
}

const computeMedian = (values: readonly number[]) => quantile(Float32Array.from(values), 0.5)

/**
 * A robust line through the probes: the median of slopes between distant pairs, then of offsets.
 */
function fitLine(found: readonly Probe[]): FieldSide | undefined {
  const half = found.length >> 1
  if (half < 4) return undefined
  const slopes = found.slice(0, half).map((one, at) => {
    const other = found[at + half] ?? one
    return (other.depth - one.depth) / Math.max(1, other.along - one.along)
  })
  const slope = computeMedian(slopes)
  return { slope, at: computeMedian(found.map(({ along, depth }) => depth - slope * along)) }
}

/**
 * Converts between a side of the field and its depth from the edge of the image; its own inverse.
 */
function toDepthLine(edge: Edge, side: FieldSide, frame: Plane): FieldSide {
  if (edge === 'left' || edge === 'top') return side
  const end = edge === 'right' ? frame.width : frame.height
  return { at: end - side.at, slope: -side.slope }
}

function refineSide(frame: Plane, edge: Edge, rough: FieldSide, reach: number): FieldSide {
  const scan = createEdgeScan(edge, frame)
  const line = toDepthLine(edge, rough, frame)
  const found: Probe[] = []
  for (let probe = 0; probe < probes; probe += 1) {
    const along = Math.floor(((probe + 0.5) / probes) * scan.lines)
    const middle = along + 0.5 - scan.lines / 2
    const expected = line.at + line.slope * middle
    const from = Math.floor(expected) - reach
    if (from < 0 || expected + reach >= scan.depth) continue
    const profile = readProfile(frame, edge, along, from, 2 * reach + 1)
    // Under bone or beyond the corner there is no step.
    if ((profile.at(-1) ?? 0) < 2.5 * (profile[0] ?? 0) + 1) continue
    const [low, half, high] = [
      findCrossing(profile, 0.1),
      findCrossing(profile, 0.5),
      findCrossing(profile, 0.9),
    ]
    if (Number.isNaN(half)) continue
    const softness = Number.isNaN(high - low) ? reach / 2 : Math.abs(high - low)
    found.push({ along: middle, depth: from + half + 0.5, softness })
  }
  const fitted = fitLine(found)
  if (!fitted || Math.abs(fitted.at - line.at) > 2 * reach) return rough
  // The penumbra of the blade is excluded: otherwise it would frame the image in white.
  const inset = Math.min(reach, 1.5 + 0.8 * computeMedian(found.map(({ softness }) => softness)))
  return toDepthLine(edge, { at: fitted.at + inset, slope: fitted.slope }, frame)
}

/**
 * Finds the exposed field of a corrected frame, without the penumbra of the blades. `small` is the
 * frame downsampled by `factor`; about 300 pixels are best. /
 */
export function findField(
  frame: Plane,
  small: Plane,
  factor: number,
  limits?: ShadowLimits,
): ExposedField {
  const rough = findRoughField(frame, small, factor, limits)
  if (!rough.isCollimated) return rough
  const reach = Math.max(6, Math.round(Math.max(frame.width, frame.height) / 100))
  const whole = createWholeField(frame.width, frame.height)
  const refine = (edge: Edge) =>
    rough[edge].at === whole[edge].at ? rough[edge] : refineSide(frame, edge, rough[edge], reach)
  return {
    ...rough,
    left: refine('left'),
    right: refine('right'),
    top: refine('top'),
    bottom: refine('bottom'),
  }
}
