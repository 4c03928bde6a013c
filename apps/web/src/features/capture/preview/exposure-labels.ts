import { getExposureBand } from '@talus/imaging/processing'
import type { ExposureBand } from '@talus/imaging/processing'

/** Translation keys of the bands. */
export const bandKeys = {
  repeat: 'repeat',
  under: 'under',
  'slightly under': 'slightlyUnder',
  'on target': 'onTarget',
  'slightly over': 'slightlyOver',
  over: 'over',
  excessive: 'excessive',
} as const satisfies Record<ExposureBand, string>

export type BandTone = 'green' | 'amber' | 'red'
const tones: Readonly<Record<ExposureBand, BandTone>> = {
  repeat: 'red',
  under: 'amber',
  'slightly under': 'green',
  'on target': 'green',
  'slightly over': 'green',
  over: 'amber',
  excessive: 'red',
}

/** The band is that of the shown number: a DI of +1.0 is not "too high" because it was 1.04. */
const roundDeviation = (deviation: number) => Math.round(deviation * 10) / 10

/** The scale ends slightly beyond the outermost band. */
const scaleEnd = 4

/** Returns the band, the colour and the position on the scale (0 to 1) of a deviation index. */
export function describeExposure(deviation: number) {
  const band = getExposureBand(roundDeviation(deviation))
  const within = Math.min(Math.max(deviation, -scaleEnd), scaleEnd)
  return {
    band: bandKeys[band],
    tone: tones[band],
    at: (within + scaleEnd) / (2 * scaleEnd),
  }
}

/** With half of the anatomy saturated, its median is the least that it can have received. */
export const isLowerBound = (saturatedShare: number | null) =>
  saturatedShare !== null && saturatedShare >= 0.5

/** Formats a deviation index with its sign, using the minus sign U+2212. */
export const formatDeviation = (deviation: number, language: string) => {
  const rounded = roundDeviation(deviation)
  const digits = new Intl.NumberFormat(language, { minimumFractionDigits: 1 }).format(
    Math.abs(rounded),
  )
  if (rounded === 0) return digits
  return rounded > 0 ? `+${digits}` : `−${digits}`
}
