import type { SnomedCode } from './localized-names.ts'
import type { DentalRegion } from './teeth.ts'

const arches = {
  upper: { value: '39481002', meaning: 'Maxillary dental arch' },
  lower: { value: '88176008', meaning: 'Mandibular dental arch' },
} as const
const incisors = {
  upper: { value: '442100006', meaning: 'Maxillary incisor teeth' },
  lower: { value: '442274007', meaning: 'Mandibular incisor teeth' },
} as const

/**
 * Anatomic Region Sequence of a dental image, DICOM CID 7482. The set has codes for incisors and
 * for the dental arches only.
 */
export function getDentalRegionCode({ quadrant, kind }: DentalRegion): SnomedCode {
  const jaw = quadrant.endsWith('U') ? 'upper' : 'lower'
  return (kind === 'Incisors' ? incisors : arches)[jaw]
}

/** Body Part Examined (0018,0015). */
export const dentalBodyPart = 'JAW'
