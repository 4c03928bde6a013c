import { regions } from './direct-exposure.ts'
import { scaled, spanOf } from './field.ts'
import type { Field, Rectangle } from './field.ts'
import { attenuations } from './log-plane.ts'
import type { CountLimits } from './log-plane.ts'
import { eachLine, joinCoarse, split } from './multiscale.ts'
import { factorFor, reduce } from './plane.ts'
import type { Plane } from './plane.ts'
import type { PreparedFrame } from './prepare.ts'
import type { Preset } from './presets.ts'
import { highestOutput, outputBits, toneOf } from './tone.ts'
import type { Normalisation, ToneWindow } from './tone.ts'

/** An image that can be shown: MONOCHROME2, bone white, black outside the field. */
export interface DevelopedImage {
  readonly width: number
  readonly height: number
  readonly bits: typeof outputBits
  /** Millimetres from pixel to pixel, on the detector. */
  readonly pitch: number
  readonly data: Uint16Array
  readonly window: ToneWindow
}

function limitsOf({ regions: found, darkNoise }: PreparedFrame): CountLimits {
  // Farther down is metal, farther up is air: both as flat as they are on film, and the steps to
  // them small enough not to ring.
  const lowest = Math.max(1, 2 * darkNoise, found.faintest * 0.6)
  return { lowest, highest: Math.max(2 * lowest, found.brightest * 1.02) }
}

/** Where pixels of the frame lie in a picture that was reduced, cut out and halved. */
interface Place {
  readonly bounds: Rectangle
  readonly factor: number
  readonly halvings: number
}

/** The attenuations of a region after processing, at the pixels that the regions are drawn in. */
function attenuationsIn(
  region: number,
  coarse: Plane,
  prepared: PreparedFrame,
  place: Place,
): Float32Array {
  const { map } = prepared.regions
  const { regionFactor, regionWidth } = prepared
  const { bounds, factor, halvings } = place
  const found = new Float32Array(map.length)
  const [step, size] = [regionFactor / factor, 2 ** halvings]
  let count = 0
  for (let at = 0; at < map.length; at += 1) {
    if (map[at] !== region) continue
    const [column, row] = [at % regionWidth, Math.floor(at / regionWidth)]
    const x = Math.floor(((column + 0.5) * step - bounds.x) / size)
    const y = Math.floor(((row + 0.5) * step - bounds.y) / size)
    if (x < 0 || y < 0 || x >= coarse.width || y >= coarse.height) continue
    found[count] = coarse.data[y * coarse.width + x] ?? 0
    count += 1
  }
  return found.subarray(0, count)
}

/** Writes one line of the picture into the output, from the first column of the field to its last. */
function writeLine(
  output: Uint16Array,
  line: Float32Array,
  { scale, offset, knee, bend }: Normalisation,
  place: { readonly start: number; readonly from: number; readonly to: number },
): void {
  const { start, from, to } = place
  for (let x = from; x < to; x += 1) {
    const straight = (line[x] ?? 0) * scale + offset
    const below = Math.max(0, knee - straight)
    const value = straight - bend * below * below
    output[start + x] = Math.min(highestOutput, Math.max(0, value + 0.5))
  }
}

/** One look of a frame, in its own size or smaller. The prepared frame stays as it is. */
export function develop(
  prepared: PreparedFrame,
  preset: Preset,
  longestEdge = Infinity,
): DevelopedImage {
  const { linear } = prepared
  const factor = factorFor(linear.width, linear.height, longestEdge)
  const picture = reduce(linear, factor)
  const { width, height } = picture
  const field: Field = factor === 1 ? prepared.field : scaled(prepared.field, factor, width, height)
  const limits = limitsOf(prepared)
  const { plane, bounds } = attenuations(picture, field, limits)
  const parts = split(plane, {
    contrast: preset.contrast,
    octave: Math.log2(factor),
    range: { lowest: -Math.log(limits.highest), highest: -Math.log(limits.lowest) },
    darkNoise: prepared.darkNoise / factor,
  })
  const coarse = joinCoarse(parts)
  const halvings = parts.levels.length > 0 ? 1 : 0
  const place = { bounds, factor, halvings }
  const { normalisation, window } = toneOf(
    attenuationsIn(regions.anatomy, coarse, prepared, place),
    attenuationsIn(regions.direct, coarse, prepared, place),
    preset.tone,
  )
  const output = new Uint16Array(width * height)
  eachLine(parts, coarse, (line, y) => {
    const { from, to } = spanOf(field, bounds.y + y)
    const start = (bounds.y + y) * width + bounds.x
    const columns = { start, from: Math.max(0, from - bounds.x), to: to - bounds.x }
    writeLine(output, line, normalisation, columns)
  })
  return {
    width,
    height,
    bits: outputBits,
    pitch: prepared.pitch * factor,
    data: output,
    window,
  }
}
