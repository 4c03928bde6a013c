import { expect, test } from 'vitest'
import { hasStep, moveStep, parseSteps, serializeSteps, removeStep, addStep } from './steps.ts'

const step = (bodyPart: string, bodyPartView = 'LAT') => ({ bodyPart, bodyPartView })
const steps = [step('Chest'), step('Chest', 'VD'), step('Skull')]

test('a protocol contains each step once', () => {
  expect(addStep(steps, step('Chest', 'VD'))).toBe(steps)
  expect(addStep(steps, step('Chest', 'DV'))).toEqual([...steps, step('Chest', 'DV')])
  expect(removeStep(steps, step('Chest'))).toEqual(steps.slice(1))
  expect([hasStep(steps, step('Skull')), hasStep(steps, step('Skull', 'DV'))]).toEqual([
    true,
    false,
  ])
})

test('moves a step by one position and not beyond the ends', () => {
  expect(moveStep(steps, 0, 1)).toEqual([steps[1], steps[0], steps[2]])
  expect(moveStep(steps, 2, -1)).toEqual([steps[0], steps[2], steps[1]])
  expect(moveStep(steps, 0, -1)).toBe(steps)
  expect(moveStep(steps, 2, 1)).toBe(steps)
})

test('parses serialized steps without loss', () => {
  const teeth = [step('101,102,103 - RU - Incisors', ''), step('104 - RU - Canine', '')]
  for (const some of [steps, teeth, []]) expect(parseSteps(serializeSteps(some))).toEqual(some)
})
