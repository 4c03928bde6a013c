import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { formatStudyModality } from './study-modality.ts'

const t = ((key: string) => key) as TFunction
const row = (seriesModalities: string[], imageCount = 1, documentCount = 0) => ({
  modality: 'Unspecified' as const,
  seriesModalities,
  imageCount,
  documentCount,
})

test.each([
  [row(['US']), 'studies:kind.ultrasound'],
  [row(['DOC', 'US']), 'studies:kind.document, studies:kind.ultrasound'],
  [row(['GM', 'XC']), 'studies:kind.photograph'],
  [row(['BI']), 'BI'],
  [row(['OT'], 0, 1), 'studies:kind.document'],
  [row(['OT']), 'studies:modality.Unspecified'],
  [{ ...row(['DX']), modality: 'General' as const }, 'studies:modality.General'],
])('the modality of study %# is named by its series', (study, name) => {
  expect(formatStudyModality(t, study)).toBe(name)
})
