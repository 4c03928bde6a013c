import { expect, test } from 'vitest'
import { formatStep, formatSteps } from './protocol-labels.ts'

const step = (bodyPart: string, bodyPartView = '') => ({ bodyPart, bodyPartView })

test('formats a step in the language of the user', () => {
  expect(formatStep(step('Chest', 'LAT'), 'en')).toBe('Chest LAT')
  expect(formatStep(step('Left Carpus', 'DP'), 'fr')).toBe('Carpe gauche DP')
})

test('formats teeth by their numbers', () => {
  expect(formatStep(step('101,102,103 - RU - Incisors'), 'en')).toBe('101–103 Incisors')
  expect(formatStep(step('104 - RU - Canine'), 'fr')).toBe('104 Canine')
})

test('shows an unknown body part unchanged', () => {
  expect(formatStep(step('Wing', 'LAT'), 'en')).toBe('Wing LAT')
})

test('names each body part once in a summary', () => {
  const steps = [step('Chest', 'LAT'), step('Chest', 'VD'), step('Abdomen', 'LAT')]
  expect(formatSteps(steps, 'en')).toBe('Chest LAT VD, Abdomen LAT')
})
