import { expect, test } from 'vitest'
import { sortByMatch, matchViews } from './match-views.ts'

const shown = (bodyPart: string, bodyPartView: string) => ({ bodyPart, bodyPartView })

test('views match by body part and view, ignoring case and spaces', () => {
  expect(matchViews(shown('Thorax', 'LL'), shown('thorax ', 'll'))).toBe('same')
  expect(matchViews(shown('Thorax', 'LL'), shown('Thorax', 'VD'))).toBe('part')
  expect(matchViews(shown('Thorax', 'LL'), shown('Pelvis', 'LL'))).toBe('other')
  expect(matchViews(shown('', ''), shown('', ''))).toBe('other')
})

test('the best matching view comes first', () => {
  const images = [shown('Pelvis', 'VD'), shown('Thorax', 'VD'), shown('Thorax', 'LL')]
  expect(sortByMatch(images, shown('Thorax', 'LL'))).toEqual(images.toReversed())
  expect(sortByMatch(images, undefined)).toEqual(images)
})
