import { species } from '@talus/contract'
import { expect, test } from 'vitest'
import { bodyPartsOf } from './body-parts.ts'
import { orientationOf, orientationOfTeeth } from './orientation.ts'
import { dentalRegions } from './teeth.ts'
import { viewsOf } from './views.ts'

const letters = /^(?:CD|CR|DI|D|LE|L|M|PA|PL|PR|RT|R|V){1,2}$/u
/** Letters that name the two ends of one direction; a row and a column never run along the same one. */
const axes = [
  ['LE', 'RT'],
  ['D', 'V'],
  ['PR', 'DI'],
  ['M', 'L'],
]

test('every view of every part of every species has an orientation', () => {
  const all = species.flatMap((kind) =>
    bodyPartsOf(kind).flatMap((part) =>
      viewsOf(kind, part).map((view) => orientationOf(view, part)),
    ),
  )
  expect(all.length).toBeGreaterThan(90)
  for (const orientation of all) {
    expect(orientation).toEqual([expect.stringMatching(letters), expect.stringMatching(letters)])
    const [rows, columns] = orientation
    expect(axes.filter((axis) => axis.includes(rows) && axis.includes(columns))).toEqual([])
  }
})

test('the head is on the left, the right of the animal on the left, and legs stand upright', () => {
  expect(orientationOf('LAT', 'Chest')).toEqual(['CD', 'V'])
  expect(orientationOf('VD', 'Abdomen')).toEqual(['LE', 'CD'])
  expect(orientationOf('VD', 'Back Legs', 'B')).toEqual(['LE', 'CD'])
  expect(orientationOf('VD', 'Back Legs', 'L')).toEqual(['L', 'DI'])
  expect(orientationOf('LAT', 'Front Legs', 'L')).toEqual(['CD', 'DI'])
  expect(orientationOf('LM', 'Left Carpus')).toEqual(['PA', 'DI'])
  expect(orientationOf('LM', 'Right Tarsus')).toEqual(['PL', 'DI'])
  expect(orientationOf('LM', 'Right Stifle')).toEqual(['CD', 'DI'])
  expect(orientationOf('DP', 'Left Front Fetlock')).toEqual(['L', 'DI'])
  expect(orientationOf('DLMPO', 'Left Hind Fetlock')).toEqual(['PLL', 'DI'])
  expect(orientationOf('LM', 'Scapula', 'L')).toEqual(['CD', 'V'])
})

test('teeth are mounted as one looks at the animal', () => {
  const orientations = dentalRegions.Canine.map(
    (region) => `${region.quadrant} ${region.kind} ${orientationOfTeeth(region).join(' ')}`,
  )
  expect(orientations).toContain('RU Molars R V')
  expect(orientations).toContain('LL Premolars CD V')
  expect(orientations).toContain('LU Incisors LE V')
})
