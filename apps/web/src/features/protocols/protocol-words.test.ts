import { expect, test } from 'vitest'
import { stepName, stepsSummary } from './protocol-words.ts'

const step = (bodyPart: string, bodyPartView = '') => ({ bodyPart, bodyPartView })

test('a step is told in the language of the reader', () => {
  expect(stepName(step('Chest', 'LAT'), 'en')).toBe('Chest LAT')
  expect(stepName(step('Left Carpus', 'DP'), 'fr')).toBe('Carpe gauche DP')
})

test('teeth are told by their numbers', () => {
  expect(stepName(step('101,102,103 - RU - Incisors'), 'en')).toBe('101–103 Incisors')
  expect(stepName(step('104 - RU - Canine'), 'fr')).toBe('104 Canine')
})

test('what another version has called a part shows as it is', () => {
  expect(stepName(step('Wing', 'LAT'), 'en')).toBe('Wing LAT')
})

test('a summary names each part once', () => {
  const steps = [step('Chest', 'LAT'), step('Chest', 'VD'), step('Abdomen', 'LAT')]
  expect(stepsSummary(steps, 'en')).toBe('Chest LAT VD, Abdomen LAT')
})
