import { species } from '@talus/contract'
import { expect, test } from 'vitest'
import { getBodyParts } from './body-parts.ts'
import { getOrientation, getDentalOrientation } from './orientation.ts'
import { dentalRegions } from './teeth.ts'
import { getOfferedViews } from './offered-views.ts'

const letters = /^(?:CD|CR|DI|D|LE|L|M|PA|PL|PR|RT|R|V){1,2}$/u
/** The letters of the two ends of an axis; rows and columns never run along the same axis. */
const axes = [
  ['LE', 'RT'],
  ['D', 'V'],
  ['PR', 'DI'],
  ['M', 'L'],
]

test('every view of every body part has a patient orientation', () => {
  const all = species.flatMap((kind) =>
    getBodyParts(kind).flatMap((part) =>
      getOfferedViews(kind, part).map((view) => getOrientation(view, part)),
    ),
  )
  expect(all.length).toBeGreaterThan(90)
  for (const orientation of all) {
    expect(orientation).toEqual([expect.stringMatching(letters), expect.stringMatching(letters)])
    const [rows, columns] = orientation
    expect(axes.filter((axis) => axis.includes(rows) && axis.includes(columns))).toEqual([])
  }
})

test('the orientation has the head or the right side of the patient on the left, and legs upright', () => {
  expect(getOrientation('RLAT', 'Chest')).toEqual(['CD', 'V'])
  expect(getOrientation('LLAT', 'Chest')).toEqual(['CD', 'V'])
  expect(getOrientation('VD', 'Abdomen')).toEqual(['LE', 'CD'])
  expect(getOrientation('VD', 'Back Legs')).toEqual(['LE', 'CD'])
  expect(getOrientation('LAT', 'Front Legs')).toEqual(['CD', 'DI'])
  expect(getOrientation('ML', 'Left Elbow')).toEqual(['CD', 'DI'])
  expect(getOrientation('ML', 'Left Carpus')).toEqual(['PA', 'DI'])
  expect(getOrientation('LM', 'Left Carpus')).toEqual(['PA', 'DI'])
  expect(getOrientation('LM', 'Right Tarsus')).toEqual(['PL', 'DI'])
  expect(getOrientation('LM', 'Right Stifle')).toEqual(['CD', 'DI'])
  expect(getOrientation('DLMPO', 'Left Hind Fetlock')).toEqual(['PLL', 'DI'])
})

test('a leg from the front or from behind is shown as the tube sees it', () => {
  expect(getOrientation('DP', 'Left Front Fetlock')).toEqual(['L', 'DI'])
  expect(getOrientation('DP', 'Right Front Fetlock')).toEqual(['M', 'DI'])
  expect(getOrientation('CRCD', 'Right Elbow')).toEqual(['M', 'DI'])
  expect(getOrientation('CDCR', 'Right Stifle')).toEqual(['L', 'DI'])
  expect(getOrientation('CDCR', 'Left Stifle')).toEqual(['M', 'DI'])
  expect(getOrientation('CD30L_CRMO', 'Right Stifle')).toEqual(['LCR', 'DI'])
  expect(getOrientation('CD30L_CRMO', 'Left Stifle')).toEqual(['MCD', 'DI'])
  expect(getOrientation('VD', 'Left Hip')).toEqual(['L', 'DI'])
})

test('the orientation of dental images is that of an observer who faces the animal', () => {
  const orientations = dentalRegions.Canine.map(
    (region) => `${region.quadrant} ${region.kind} ${getDentalOrientation(region).join(' ')}`,
  )
  expect(orientations).toContain('RU Molars R V')
  expect(orientations).toContain('LL Premolars CD V')
  expect(orientations).toContain('LU Incisors LE V')
})
