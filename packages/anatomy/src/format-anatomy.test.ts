import { expect, test } from 'vitest'
import { formatBodyPart, formatImageAnatomy, formatView, parseViewText } from './format-anatomy.ts'

test('an image is named by body part and view, and an unknown body part is kept', () => {
  expect(formatImageAnatomy({ bodyPart: 'Chest', bodyPartView: 'lat' }, 'fr')).toBe('Thorax LAT')
  expect(formatImageAnatomy({ bodyPart: '', bodyPartView: '' }, 'en')).toBe('')
  expect(formatBodyPart('LEFT THUMB', 'fr')).toBe('LEFT THUMB')
  expect(formatBodyPart('Left LEG', 'fr')).toBe('LEG (gauche)')
})

test('the side of a lateral is shown in the letters of the language, and read back', () => {
  const image = { bodyPart: 'Chest', bodyPartView: 'LLAT' }
  expect(formatImageAnatomy(image, 'en')).toBe('Chest LLAT')
  expect(formatImageAnatomy(image, 'fr')).toBe('Thorax LAT G')
  expect(formatView('rlat', 'fr')).toBe('LAT D')
  expect(parseViewText(' lat  g ', 'fr')).toBe('LLAT')
  expect(parseViewText('rlat', 'fr')).toBe('RLAT')
  expect(parseViewText('Flexion forcée', 'fr')).toBe('Flexion forcée')
})
