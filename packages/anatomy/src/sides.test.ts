import { species } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { bodyParts, getBodyParts } from './body-parts.ts'
import { formatImageAnatomy } from './format-anatomy.ts'
import { getOfferedViews } from './offered-views.ts'
import { getOrientation } from './orientation.ts'
import { getImageLaterality, getSideMarker, isSideMissing, isSideUnstated } from './sides.ts'
import { toDicomView } from './views.ts'

const images = species.flatMap((kind) =>
  getBodyParts(kind).flatMap((part) => getOfferedViews(kind, part).map((view) => ({ part, view }))),
)

/** The side that a reader sees in the name of an image. */
const readSide = (text: string) => {
  if (/\bLeft\b|\bLLAT\b/u.test(text)) return 'L'
  return /\bRight\b|\bRLAT\b/u.test(text) ? 'R' : undefined
}
const readFrenchSide = (text: string) => {
  if (/\bgauche\b|LAT G$/u.test(text)) return 'L'
  return /\bdroite?\b|LAT D$/u.test(text) ? 'R' : undefined
}

describe.each(images)('$part $view', ({ part, view }) => {
  const name = { bodyPart: part, bodyPartView: view }
  const marker = getSideMarker(part, view)
  const stated = readSide(formatImageAnatomy(name, 'en'))

  test('has one side in its names, its marker and its DICOM attributes', () => {
    const fromAbove = view === 'VD' || view === 'DV'
    expect(readFrenchSide(formatImageAnatomy(name, 'fr'))).toBe(stated)
    // A view of the trunk or of both legs from above has an R at the right side of the animal.
    expect(marker?.letter).toBe(stated ?? 'R')
    expect(stated === undefined).toBe(fromAbove && !/^(?:Left|Right) /u.test(part))
    const laterality = getImageLaterality(part)
    if (laterality === 'L' || laterality === 'R') expect(laterality).toBe(stated)
    else if (!fromAbove)
      expect(toDicomView(view, part)?.viewPosition).toBe(stated === 'R' ? 'LE_RTL' : 'RT_LEL')
  })

  test('has its marker at the side that its orientation names', () => {
    const [rows, columns] = getOrientation(view, part)
    if (rows === 'LE') expect(marker).toEqual({ letter: 'R', edge: 'left', isPositional: true })
    else if (columns === 'V') expect(marker?.edge).toBe('bottom')
    else if (/^(?:PA|PL|CD)?L|^LCR/u.test(rows)) expect(marker?.edge).toBe('right')
    else expect(marker?.edge).toBe('left')
  })
})

test('an image without a stated side has no marker', () => {
  expect(getSideMarker('Chest', 'LAT')).toBeUndefined()
  expect(getSideMarker('Front Legs', 'LAT')).toBeUndefined()
  expect(isSideUnstated('Chest', 'LAT')).toBe(true)
  expect(isSideMissing('Chest', 'LAT')).toBe(false)
  expect(isSideMissing('Back Legs', 'LAT')).toBe(true)
  expect(isSideMissing('Back Legs', 'VD')).toBe(false)
})

test('both sides of every part have the same views and different names', () => {
  for (const kind of species)
    for (const part of getBodyParts(kind).filter((one) => one.startsWith('Left '))) {
      const other = getBodyParts(kind).find((one) => one === part.replace('Left', 'Right'))
      expect(other).toBeDefined()
      if (!other) continue
      expect(getOfferedViews(kind, other)).toEqual(getOfferedViews(kind, part))
      expect(bodyParts[other].names.fr).not.toBe(bodyParts[part].names.fr)
    }
})
