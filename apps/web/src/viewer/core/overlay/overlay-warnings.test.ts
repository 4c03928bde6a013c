import { ImageMetadata, defaultViewport } from '@talus/contract'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { listWarnings, sortByUrgency } from './overlay-warnings.ts'
import type { WarningFacts } from './overlay-warnings.ts'

const t = ((key: string) => key) as TFunction

const facts: WarningFacts = {
  metadata: ImageMetadata.parse({ Rows: 10, Columns: 10 }),
  spacingSource: 'file',
  viewport: defaultViewport,
  areGraphicsHidden: false,
  sharpening: 0,
  faults: [],
  notes: [],
  originalSide: null,
}

test('a plain image has no warnings', () => {
  expect(listWarnings(t, facts)).toEqual([])
})

test('faults and a mirrored image come first where all warnings share a line', () => {
  const warnings = listWarnings(t, {
    ...facts,
    spacingSource: 'none',
    viewport: { ...defaultViewport, hflip: true },
    areGraphicsHidden: true,
    sharpening: 2,
    faults: ['overexposed'],
    originalSide: 'L',
  })
  expect(warnings.map(({ line }) => line)).toEqual([
    'not-calibrated',
    'mirrored',
    'fault overexposed',
    'side',
    'hidden',
    'sharpened',
  ])
  expect(sortByUrgency(warnings).map(({ line }) => line)).toEqual([
    'fault overexposed',
    'mirrored',
    'not-calibrated',
    'side',
    'hidden',
    'sharpened',
  ])
})
