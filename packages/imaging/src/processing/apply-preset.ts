import { regions } from './direct-exposure.ts'
import { scaleField, getRowSpan } from './field.ts'
import type { ExposedField, Rectangle } from './field.ts'
import { computeAttenuation } from './attenuation-plane.ts'
import type { CountLimits } from './attenuation-plane.ts'
import { forEachLine, reconstructCoarse, decompose } from './multiscale.ts'
import { getDownsampleFactor, downsample } from './plane.ts'
import type { Plane } from './plane.ts'
import type { PreparedFrame } from './prepare.ts'
import type { Preset } from './presets.ts'
import { highestOutput, outputBits, computeTone } from './tone.ts'
import type { Normalisation, ToneWindow } from './tone.ts'

/** An image for presentation: MONOCHROME2, bone white, black outside the field. */
export interface DisplayImage {
  readonly width: number
  readonly height: number
  readonly bits: typeof outputBits
  /** Pixel pitch on the detector in millimetres. */
  readonly pitch: number
  readonly data: Uint16Array
  readonly window: ToneWindow
}

function getCountLimits({ regions: found, darkNoise }: PreparedFrame): CountLimits {
  // Metal is below these limits and air above: both are clipped, as on film, so that the steps to
  // them are too small for ringing.
  const lowest = Math.max(1, 2 * darkNoise, found.faintest * 0.6)
  return { lowest, highest: Math.max(2 * lowest, found.brightest * 1.02) }
}

/** The mapping from pixels of the frame to those of a downsampled, cropped and halved image. */
interface PixelMapping {
  readonly bounds: Rectangle
  readonly factor: number
  readonly halvings: number
}

/** The processed attenuations of a region, one for each pixel of the region map. */
function collectAttenuations(
  region: number,
  coarse: Plane,
  prepared: PreparedFrame,
  mapping: PixelMapping,
): Float32Array {
  const { map } = prepared.regions
  const { regionFactor, regionWidth } = prepared
  const { bounds, factor, halvings } = mapping
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

/** Writes one line of the image into the output, from the first column of the field to its last. */
function writeLine(
  output: Uint16Array,
  line: Float32Array,
  { scale, offset, knee, bend }: Normalisation,
  { start, from, to }: { readonly start: number; readonly from: number; readonly to: number },
): void {
  for (let x = from; x < to; x += 1) {
    const straight = (line[x] ?? 0) * scale + offset
    const below = Math.max(0, knee - straight)
    const value = straight - bend * below * below
    output[start + x] = Math.min(highestOutput, Math.max(0, value + 0.5))
  }
}

/**
 * Processes a frame with a preset, in full size or downsampled. The prepared frame is not changed.
 */
export function applyPreset(
  prepared: PreparedFrame,
  preset: Preset,
  longestEdge = Infinity,
): DisplayImage {
  const { linear } = prepared
  const factor = getDownsampleFactor(linear.width, linear.height, longestEdge)
  const image = downsample(linear, factor)
  const { width, height } = image
  const field: ExposedField =
    factor === 1 ? prepared.field : scaleField(prepared.field, factor, width, height)
  const limits = getCountLimits(prepared)
  const { plane, bounds } = computeAttenuation(image, field, limits)
  const parts = decompose(plane, {
    contrast: preset.contrast,
    octave: Math.log2(factor),
    range: { lowest: -Math.log(limits.highest), highest: -Math.log(limits.lowest) },
    darkNoise: prepared.darkNoise / factor,
  })
  const coarse = reconstructCoarse(parts)
  const halvings = parts.levels.length > 0 ? 1 : 0
  const mapping = { bounds, factor, halvings }
  const { normalisation, window } = computeTone(
    collectAttenuations(regions.anatomy, coarse, prepared, mapping),
    collectAttenuations(regions.direct, coarse, prepared, mapping),
    preset.tone,
  )
  const output = new Uint16Array(width * height)
  forEachLine(parts, coarse, (line, y) => {
    const { from, to } = getRowSpan(field, bounds.y + y)
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
