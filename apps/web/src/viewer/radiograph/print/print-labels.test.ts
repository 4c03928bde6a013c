import { ImageMetadata } from '@talus/contract'
import type { Image, ImageId } from '@talus/contract'
import { expect, test } from 'vitest'
import { createPrintLabels } from './print-labels.ts'

const id = 7 as ImageId
const metadata = ImageMetadata.parse({
  Rows: 10,
  Columns: 10,
  PatientID: 'P-1',
  PatientName: 'Keller^Rex',
  StudyDate: '20260309',
})

const createLabels = (image: Partial<Image>, notice: string, language: 'en' | 'fr') =>
  createPrintLabels(metadata, {
    findImage: () => image as Image,
    getMetadata: () => metadata,
    getNotice: () => notice,
    language,
  })

test('the caption has the side of the image, and says if it is mirrored', () => {
  const chest = { bodyPart: 'Chest', bodyPartView: 'RLAT' }
  const mirrored = createLabels(chest, 'Mirrored', 'en')
  expect(mirrored.getCaption(id)).toBe('Chest RLAT · Mirrored · 2026-03-09')
  expect(mirrored.getPictureLines(id)).toContain('Chest RLAT · Mirrored · 2026-03-09')
  const leg = { bodyPart: 'Left LEG', bodyPartView: '' }
  expect(createLabels(leg, '', 'fr').getCaption(id)).toBe('LEG (gauche) · 2026-03-09')
})
