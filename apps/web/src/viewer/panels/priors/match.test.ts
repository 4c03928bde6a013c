import { expect, test } from 'vitest'
import { byLikeness, likenessOf } from './match.ts'

const shown = (bodyPart: string, bodyPartView: string) => ({ bodyPart, bodyPartView })

test('alike is the same part and view, however it is written', () => {
  expect(likenessOf(shown('Thorax', 'LL'), shown('thorax ', 'll'))).toBe('same')
  expect(likenessOf(shown('Thorax', 'LL'), shown('Thorax', 'VD'))).toBe('part')
  expect(likenessOf(shown('Thorax', 'LL'), shown('Pelvis', 'LL'))).toBe('other')
  expect(likenessOf(shown('', ''), shown('', ''))).toBe('other')
})

test('the most alike comes first', () => {
  const images = [shown('Pelvis', 'VD'), shown('Thorax', 'VD'), shown('Thorax', 'LL')]
  expect(byLikeness(images, shown('Thorax', 'LL'))).toEqual(images.toReversed())
  expect(byLikeness(images, undefined)).toEqual(images)
})
