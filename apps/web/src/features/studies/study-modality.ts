import type { StudyRow } from '@talus/contract'
import type { TFunction } from 'i18next'

/** DICOM modalities that a study list names in words, by the key of their text. */
const kinds = {
  US: 'ultrasound',
  IVUS: 'ultrasound',
  DOC: 'document',
  XC: 'photograph',
  GM: 'photograph',
  ES: 'endoscopy',
  SM: 'microscopy',
  NM: 'nuclear',
  PT: 'nuclear',
  ECG: 'ecg',
} as const

const isKnown = (modality: string): modality is keyof typeof kinds => Object.hasOwn(kinds, modality)

/** OT (other) says nothing. */
const isTelling = (modality: string) => modality !== 'OT'

/** The kind of a study; one that is neither general nor dental is named by its series. */
export function formatStudyModality(
  t: TFunction,
  row: Pick<StudyRow, 'modality' | 'seriesModalities' | 'imageCount' | 'documentCount'>,
): string {
  if (row.modality !== 'Unspecified') return t(`studies:modality.${row.modality}`)
  const names = row.seriesModalities
    .filter(isTelling)
    .map((one) => (isKnown(one) ? t(`studies:kind.${kinds[one]}`) : one))
  if (names.length > 0) return [...new Set(names)].join(', ')
  if (row.imageCount === 0 && row.documentCount > 0) return t('studies:kind.document')
  return t('studies:modality.Unspecified')
}
