import { resources } from '@talus/i18n'
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { offered, partChoices, storedPart, viewChoices, viewWords } from './annotation-words.ts'
import { imageName } from '../../ui/image-words.ts'

const dog = 1
const horse = 3

test('parts are offered in the language and stored by their key', () => {
  const parts = partChoices(dog, 'General', 'fr')
  expect(parts).toContainEqual({ stored: 'Chest', shown: 'Thorax' })
  expect(storedPart(' thorax ', parts)).toBe('Chest')
  expect(storedPart('CHEST', parts)).toBe('Chest')
  expect(storedPart('Left ear', parts)).toBe('Left ear')
})

test('a horse has its joints, a dental image its teeth', () => {
  const parts = partChoices(horse, 'General', 'en').map(({ stored }) => stored)
  expect(parts).toContain('Left Carpus')
  const teeth = partChoices(dog, 'Dental', 'fr')
  expect(teeth).toHaveLength(16)
  expect(storedPart('104 · Supérieur droit, Canine', teeth)).toBe('104 - RU - Canine')
})

test('views follow the part, and every view is offered for a part of nobody', () => {
  expect(viewChoices(dog, 'Abdomen')).toEqual(['LAT', 'VD'])
  expect(viewChoices(horse, 'Left Stifle')).toContain('CD30L_CRMO')
  expect(viewChoices(dog, 'Left ear')).toEqual(['VD', 'DV', 'LAT'])
  expect(viewChoices(null, 'Chest')).toEqual(['VD', 'DV', 'LAT'])
  expect(viewWords('LAT', 'fr')).toBe('Latérale')
  expect(viewWords('XYZ', 'fr')).toBe('')
})

test('a whole choice in the field hides no other', () => {
  expect(offered(['Skull', 'Chest'], 'Chest')).toEqual(['Skull', 'Chest'])
  expect(offered(['Skull', 'Chest'], 'che')).toEqual(['Chest'])
  expect(offered(['Crâne', 'Thorax'], 'crane')).toEqual(['Crâne', 'Thorax'])
})

test('an image of which nobody has said what it shows has a name all the same', async () => {
  const i18n = createInstance()
  await i18n.init({ resources, fallbackLng: false })
  const nothing = { bodyPart: '', bodyPartView: '' }
  expect(imageName(i18n.getFixedT('en'), nothing, 'en')).toBe('Unnamed image')
  expect(imageName(i18n.getFixedT('fr'), nothing, 'fr')).toBe('Image sans nom')
  expect(imageName(i18n.getFixedT('en'), { ...nothing, bodyPart: 'Chest' }, 'en')).toBe('Chest')
})
