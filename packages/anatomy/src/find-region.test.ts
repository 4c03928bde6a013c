import { expect, test } from 'vitest'
import { findRegion } from './find-region.ts'

test.each([
  ['Coude gauche', 'ELBOW', '16953009'],
  ['left elbow', 'ELBOW', '16953009'],
  ['ÉPAULE DROITE', 'SHOULDER', '16982005'],
  ['thorax', 'CHEST', '816094009'],
])('the region %s that a user typed gets its term and code', (text, term, code) => {
  expect(findRegion(text)).toMatchObject({ bodyPartExamined: term, code: { value: code } })
})

test('a text that is not the whole name of a region has no code', () => {
  for (const text of ['', 'gauche', 'sous le coude', 'Patte blessée'])
    expect(findRegion(text)).toBeUndefined()
})
