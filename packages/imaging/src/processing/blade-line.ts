import type { Side } from './field.ts'

/** Blades are turned against the detector by a few degrees at most. */
const mostSlope = Math.tan((6 * Math.PI) / 180)
const slopeSteps = 24
/** Of the lines that see the field, so many must begin at the blade. */
const leastShare = 0.2
/** And so many at most may begin before it: light does not go through a blade. */
const mostBefore = 0.03

export interface FittedLine {
  readonly line: Side
  /** The share of the picture's lines that begin at it. */
  readonly share: number
}

interface Candidate extends FittedLine {
  readonly hits: number
}

/** The best line of one slope: the offset at which most begin and hardly any before. */
function atSlope(first: Int32Array, slope: number, seen: number): Candidate | undefined {
  const middle = first.length / 2
  const reach = Math.ceil(mostSlope * first.length) + 2
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
    if (before > mostBefore * seen) break
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
 * The straight edge at which the lines of a picture begin to be exposed. A limb or a spine that
 * covers some of it lets them begin later and does no harm; where they begin at the detector's end
 * already, there is no blade.
 */
export function fittingLine(first: Int32Array): FittedLine | undefined {
  let seen = 0
  for (const depth of first) if (depth >= 0) seen += 1
  if (seen < 0.05 * first.length || seen < 4) return undefined
  let best: Candidate | undefined
  for (let step = -slopeSteps; step <= slopeSteps; step += 1) {
    const found = atSlope(first, (mostSlope * step) / slopeSteps, seen)
    if (!found) continue
    const isBetter =
      !best ||
      found.hits > best.hits ||
      (found.hits === best.hits && Math.abs(found.line.slope) < Math.abs(best.line.slope))
    if (isBetter) best = found
  }
  if (!best || best.share < leastShare || best.line.at < 0.75) return undefined
  return best
}
