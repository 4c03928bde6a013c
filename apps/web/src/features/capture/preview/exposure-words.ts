import { bandOf } from '@talus/imaging/processing'
import type { ExposureBand } from '@talus/imaging/processing'

/** The bands as keys of words. */
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

/** The scale ends a little behind the outermost band. */
const scaleEnd = 4

/** What the bar shows of a deviation: its word, its colour, and where on the scale it stands (0 to 1). */
export function exposureOf(deviation: number) {
  const band = bandOf(deviation)
  const within = Math.min(Math.max(deviation, -scaleEnd), scaleEnd)
  return {
    band: bandKeys[band],
    tone: tones[band],
    at: (within + scaleEnd) / (2 * scaleEnd),
  }
}

/** With its sign, and a true minus. */
export const deviationText = (deviation: number, language: string) => {
  const rounded = Math.round(deviation * 10) / 10
  const digits = new Intl.NumberFormat(language, { minimumFractionDigits: 1 }).format(
    Math.abs(rounded),
  )
  if (rounded === 0) return digits
  return rounded > 0 ? `+${digits}` : `−${digits}`
}
