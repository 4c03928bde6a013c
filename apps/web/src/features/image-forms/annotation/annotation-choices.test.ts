import { resources } from '@talus/i18n'
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import {
  filterChoices,
  listPartChoices,
  toStoredPart,
  listViewChoices,
  getViewName,
} from './annotation-choices.ts'
import { getImageName } from '../../../ui/format/image-name.ts'

const dog = 1
const horse = 3

test('offers body parts in the language of the user and stores them by their key', () => {
  const parts = listPartChoices(dog, 'General', 'fr')
  expect(parts).toContainEqual({ stored: 'Chest', shown: 'Thorax' })
  expect(toStoredPart(' thorax ', parts)).toBe('Chest')
  expect(toStoredPart('CHEST', parts)).toBe('Chest')
  expect(toStoredPart('Left ear', parts)).toBe('Left ear')
})

test('offers joints for a horse and teeth for a dental image', () => {
  const parts = listPartChoices(horse, 'General', 'en').map(({ stored }) => stored)
  expect(parts).toContain('Left Carpus')
  const teeth = listPartChoices(dog, 'Dental', 'fr')
  expect(teeth).toHaveLength(16)
  expect(toStoredPart('104 · Supérieur droit, Canine', teeth)).toBe('104 - RU - Canine')
})

test('offers the views of a known part, and every view of the species for an unknown part', () => {
  expect(listViewChoices(dog, 'Abdomen')).toEqual(['RLAT', 'LLAT', 'VD', 'DV', 'LAT'])
  expect(listViewChoices(dog, 'Left Elbow')).toEqual(['ML', 'CRCD', 'CDCR'])
  expect(listViewChoices(horse, 'Left Stifle')).toContain('CD30L_CRMO')
  expect(listViewChoices(dog, 'Left ear')).toEqual(['RLAT', 'LLAT', 'VD', 'DV', 'LAT'])
  expect(listViewChoices(null, 'Chest')).toEqual(['RLAT', 'LLAT', 'VD', 'DV', 'LAT'])
  expect(getViewName('LAT', 'fr')).toBe('Latérale')
  expect(getViewName('XYZ', 'fr')).toBe('')
})

test('lists all choices while the field holds a complete choice', () => {
  expect(filterChoices(['Skull', 'Chest'], 'Chest')).toEqual(['Skull', 'Chest'])
  expect(filterChoices(['Skull', 'Chest'], 'che')).toEqual(['Chest'])
  expect(filterChoices(['Crâne', 'Thorax'], 'crane')).toEqual(['Crâne', 'Thorax'])
})

test('an image without body part and view has a placeholder name', async () => {
  const i18n = createInstance()
  await i18n.init({ resources, fallbackLng: false })
  const nothing = { bodyPart: '', bodyPartView: '' }
  expect(getImageName(i18n.getFixedT('en'), nothing, 'en')).toBe('Unnamed image')
  expect(getImageName(i18n.getFixedT('fr'), nothing, 'fr')).toBe('Image sans nom')
  expect(getImageName(i18n.getFixedT('en'), { ...nothing, bodyPart: 'Chest' }, 'en')).toBe('Chest')
})
