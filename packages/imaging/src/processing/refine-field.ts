import type { Edge } from './collimation.ts'
import { roughField, walkFrom } from './collimation.ts'
import type { Field, Side } from './field.ts'
import { wholeField } from './field.ts'
import type { Plane } from './plane.ts'
import { quantile } from './statistics.ts'

const probes = 96
/** Pixels across a probe that are averaged, along the edge. */
const probeWidth = 9

interface Probe {
  /** Along the edge, from its middle. */
  readonly along: number
  /** Where the profile crosses half of its height. */
  readonly depth: number
  /** How much of the profile's depth the shadow takes to pass. */
  readonly softness: number
}

/** A profile across the edge, from the shadow into the field. */
function profileAt(frame: Plane, edge: Edge, along: number, from: number, length: number) {
  const walk = walkFrom(edge, frame)
  const profile = new Float32Array(length)
  for (let side = 0; side < probeWidth; side += 1) {
    const line = Math.min(walk.lines - 1, Math.max(0, along + side - (probeWidth >> 1)))
    const base = walk.start + line * walk.alongStep
    for (let step = 0; step < length; step += 1) {
      const depth = Math.min(walk.depth - 1, Math.max(0, from + step))
      profile[step] = (profile[step] ?? 0) + (frame.data[base + depth * walk.inwardStep] ?? 0)
    }
  }
  return profile
}

function crossingOf(profile: Float32Array, share: number): number {
  const outer = Math.min(profile[0] ?? 0, profile[1] ?? 0)
  const inner = profile.at(-1) ?? 0
  const level = outer + (inner - outer) * share
  for (let step = 1; step < profile.length; step += 1) {
    const [before, here] = [profile[step - 1] ?? 0, profile[step] ?? 0]
    if (before < level && here >= level) return step - 1 + (level - before) / (here - before)
  }
  return Number.NaN
}

const medianOf = (values: readonly number[]) => quantile(Float32Array.from(values), 0.5)

/** The line that most probes agree on: the median of slopes between far pairs, then of offsets. */
function throughProbes(found: readonly Probe[]): Side | undefined {
  const half = found.length >> 1
  if (half < 4) return undefined
  const slopes = found.slice(0, half).map((one, at) => {
    const other = found[at + half] ?? one
    return (other.depth - one.depth) / Math.max(1, other.along - one.along)
  })
  const slope = medianOf(slopes)
  return { slope, at: medianOf(found.map(({ along, depth }) => depth - slope * along)) }
}

/** Depth from the edge of the picture: the same number for near and far edges. */
function depthLine(edge: Edge, side: Side, frame: Plane): Side {
  if (edge === 'left' || edge === 'top') return side
  const end = edge === 'right' ? frame.width : frame.height
  return { at: end - side.at, slope: -side.slope }
}

function refined(frame: Plane, edge: Edge, rough: Side, reach: number): Side {
  const walk = walkFrom(edge, frame)
  const line = depthLine(edge, rough, frame)
  const found: Probe[] = []
  for (let probe = 0; probe < probes; probe += 1) {
    const along = Math.floor(((probe + 0.5) / probes) * walk.lines)
    const middle = along + 0.5 - walk.lines / 2
    const expected = line.at + line.slope * middle
    const from = Math.floor(expected) - reach
    if (from < 0 || expected + reach >= walk.depth) continue
    const profile = profileAt(frame, edge, along, from, 2 * reach + 1)
    // Under bone or beyond the corner there is no step to be seen.
    if ((profile.at(-1) ?? 0) < 2.5 * (profile[0] ?? 0) + 1) continue
    const [low, half, high] = [
      crossingOf(profile, 0.1),
      crossingOf(profile, 0.5),
      crossingOf(profile, 0.9),
    ]
    if (Number.isNaN(half)) continue
    const softness = Number.isNaN(high - low) ? reach / 2 : Math.abs(high - low)
    found.push({ along: middle, depth: from + half + 0.5, softness })
  }
  const through = throughProbes(found)
  if (!through || Math.abs(through.at - line.at) > 2 * reach) return rough
  // The shutter takes the blade's soft shadow with it: left in, it frames the picture in white.
  const inset = Math.min(reach, 1.5 + 0.8 * medianOf(found.map(({ softness }) => softness)))
  return depthLine(edge, { at: through.at + inset, slope: through.slope }, frame)
}

/**
 * The exposed field of a corrected frame, without the soft shadow of the blades. `small` is the frame
 * again, `factor` times smaller: about 300 pixels are best.
 */
export function findField(frame: Plane, small: Plane, factor: number): Field {
  const rough = roughField(frame, small, factor)
  if (!rough.isCollimated) return rough
  const reach = Math.max(6, Math.round(Math.max(frame.width, frame.height) / 100))
  const whole = wholeField(frame.width, frame.height)
  const side = (edge: Edge) =>
    rough[edge].at === whole[edge].at ? rough[edge] : refined(frame, edge, rough[edge], reach)
  return {
    ...rough,
    left: side('left'),
    right: side('right'),
    top: side('top'),
    bottom: side('bottom'),
  }
}
