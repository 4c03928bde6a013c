import { expect, test } from 'vitest'
import { hasStep, movedStep, stepsOf, stepsText, withoutStep, withStep } from './steps.ts'

const step = (bodyPart: string, bodyPartView = 'LAT') => ({ bodyPart, bodyPartView })
const steps = [step('Chest'), step('Chest', 'VD'), step('Skull')]

test('a step stands in a protocol once', () => {
  expect(withStep(steps, step('Chest', 'VD'))).toBe(steps)
  expect(withStep(steps, step('Chest', 'DV'))).toEqual([...steps, step('Chest', 'DV')])
  expect(withoutStep(steps, step('Chest'))).toEqual(steps.slice(1))
  expect([hasStep(steps, step('Skull')), hasStep(steps, step('Skull', 'DV'))]).toEqual([
    true,
    false,
  ])
})

test('a step moves by one place and not over the ends', () => {
  expect(movedStep(steps, 0, 1)).toEqual([steps[1], steps[0], steps[2]])
  expect(movedStep(steps, 2, -1)).toEqual([steps[0], steps[2], steps[1]])
  expect(movedStep(steps, 0, -1)).toBe(steps)
  expect(movedStep(steps, 2, 1)).toBe(steps)
})

test('steps come out of a form as they went in', () => {
  const teeth = [step('101,102,103 - RU - Incisors', ''), step('104 - RU - Canine', '')]
  for (const some of [steps, teeth, []]) expect(stepsOf(stepsText(some))).toEqual(some)
})
