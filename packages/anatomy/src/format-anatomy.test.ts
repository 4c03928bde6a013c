import { expect, test } from 'vitest'
import { formatImageAnatomy, formatBodyPart } from './format-anatomy.ts'

test('an image is named by body part and view, and an unknown body part is kept', () => {
  expect(formatImageAnatomy({ bodyPart: 'Chest', bodyPartView: 'lat' }, 'fr')).toBe('Thorax LAT')
  expect(formatImageAnatomy({ bodyPart: '', bodyPartView: '' }, 'en')).toBe('')
  expect(formatBodyPart('LEFT THUMB', 'fr')).toBe('LEFT THUMB')
})
