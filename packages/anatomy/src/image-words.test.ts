import { expect, test } from 'vitest'
import { imageWords, partWords } from './image-words.ts'

test('an image is called by part and view, and what others wrote stays', () => {
  expect(imageWords({ bodyPart: 'Chest', bodyPartView: 'lat' }, 'fr')).toBe('Thorax LAT')
  expect(imageWords({ bodyPart: '', bodyPartView: '' }, 'en')).toBe('')
  expect(partWords('LEFT THUMB', 'fr')).toBe('LEFT THUMB')
})
