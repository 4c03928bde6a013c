import type { FieldSide } from './field.ts'

/** Collimator blades are rotated against the detector by a few degrees at most. */
const maxSlope = Math.tan((6 * Math.PI) / 180)
const slopeSteps = 24
/** Minimum share of the lines with exposure that must begin at the blade. */
const minShare = 0.2
/** Maximum share of lines that may begin before it: radiation does not pass through a blade. */
const maxShareBefore = 0.03

export interface BladeEdge {
  readonly line: FieldSide
  /** The share of the lines of the image that begin at it. */
  readonly share: number
}

interface Candidate extends BladeEdge {
  readonly hits: number
}

/** The best edge of one slope: the offset at which most lines begin and hardly any before. */
function fitAtSlope(first: Int32Array, slope: number, seen: number): Candidate | undefined {
  const middle = first.length / 2
  const reach = Math.ceil(maxSlope * first.length) + 2
  let deepest = 0
  for (const depth of first) if (depth > deepest) deepest = depth
  const counts = new Uint32Array(deepest + 2 * reach + 3)
  for (let along = 0; along < first.length; along += 1) {
    const depth = first[along] ?? -1
    if (depth < 0) continue
    const offset = Math.round(depth - slope * (along + 0.5 - middle)) + reach
    counts[offset] = (counts[offset] ?? 0) + 1
  }
  let before = 0
  let best: Candidate | undefined
  for (let offset = 1; offset + 1 < counts.length; offset += 1) {
    if (before > maxShareBefore * seen) break
    const [one, two, three] = [
      counts[offset - 1] ?? 0,
      counts[offset] ?? 0,
      counts[offset + 1] ?? 0,
    ]
    const hits = one + two + three
    if (hits > (best?.hits ?? 0)) {
      const at = offset - reach + (three - one) / Math.max(1, hits)
      best = { line: { at, slope }, share: hits / seen, hits }
    }
    before += one
  }
  return best
}

/**
 * Fits the straight edge at which the lines of an image begin to be exposed. Lines that begin
 * later, because a limb or a spine covers the edge, do not affect it. If the lines begin at the
 * edge of the detector, there is no blade. /
 */
export function fitBladeEdge(first: Int32Array): BladeEdge | undefined {
  let seen = 0
  for (const depth of first) if (depth >= 0) seen += 1
  if (seen < 0.05 * first.length || seen < 4) return undefined
  let best: Candidate | undefined
  for (let step = -slopeSteps; step <= slopeSteps; step += 1) {
    const found = fitAtSlope(first, (maxSlope * step) / slopeSteps, seen)
    if (!found) continue
    const isBetter =
      !best ||
      found.hits > best.hits ||
      (found.hits === best.hits && Math.abs(found.line.slope) < Math.abs(best.line.slope))
    if (isBetter) best = found
  }
  if (!best || best.share < minShare || best.line.at < 0.75) return undefined
  return best
}
