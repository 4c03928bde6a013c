import type { SimulatedFrame, SimulatedExposure } from './simulated-frame.ts'
import { createRandom } from '@talus/imaging/random'

const panels = {
  general: { width: 1440, height: 1760, pitch: 0.148 },
  dental: { width: 900, height: 1200, pitch: 0.02 },
} as const
const bits = 16
const offset = 400
const saturation = 65_535

/**
 * The test object of a quality control: a step wedge, a disc, line pairs and a frame of lead.
 * It shows dose, contrast and resolution, and whether pixels were displaced in the transfer.
 */
export function simulateTestObject(exposure: SimulatedExposure, scale = 1): SimulatedFrame {
  const panel = panels[exposure.sensor]
  const width = Math.round(panel.width * scale)
  const height = Math.round(panel.height * scale)
  const random = createRandom(exposure.seed)
  const dose = computeDose(exposure) * 9000
  const data = new Uint16Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const signal = dose * computeTransmission(x / width, y / height)
      // The sum of two uniform values approximates the distribution of quantum noise.
      const noise = (random() + random() - 1) * (4 + Math.sqrt(signal) * 1.6)
      data[y * width + x] = Math.min(saturation, Math.max(0, offset + signal + noise))
    }
  return {
    width,
    height,
    bits,
    pitch: panel.pitch / scale,
    data,
    landmarks: { centre: { x: width / 2, y: height / 2 } },
    calibration: { offset, saturation },
  }
}

/** Output rises with about the square of the voltage. */
function computeDose({ technique, doseFactor }: SimulatedExposure): number {
  if (!technique) return doseFactor
  return doseFactor * (technique.mx / 2.5) * (technique.kv / 60) ** 2
}

function computeTransmission(u: number, v: number): number {
  if (u < 0.04 || u > 0.96 || v < 0.03 || v > 0.97) return 0.004
  if (v > 0.1 && v < 0.25 && u > 0.1 && u < 0.9) return 0.72 ** (1 + Math.floor((u - 0.1) * 12.5))
  if ((u - 0.5) ** 2 + (v - 0.5) ** 2 < 0.03) return 0.35
  if (v > 0.75 && v < 0.9 && u > 0.1 && u < 0.9)
    return Math.sin(((u - 0.1) * 40) ** 2) > 0 ? 0.15 : 0.8
  return 0.85
}
