import type { SetUpProgress } from '@talus/contract'
import { expect, test } from 'vitest'
import { countDone, findNeighbours, findNextStep } from './step-order.ts'

const steps: SetUpProgress['steps'] = [
  { name: 'language', state: 'done' },
  { name: 'clinic', state: 'done' },
  { name: 'administrator', state: 'done' },
  { name: 'address', state: 'skipped' },
  { name: 'email', state: 'open' },
  { name: 'dicom-servers', state: 'done' },
]

test('the steps before the sign-in are no neighbours of those after it', () => {
  expect(findNeighbours(steps, 'address')).toEqual({ previous: undefined, next: 'email' })
  expect(findNeighbours(steps, 'dicom-servers')).toEqual({ previous: 'email', next: undefined })
})

test('the set-up continues with an open step, then with a skipped one', () => {
  expect(findNextStep(steps)).toBe('email')
  expect(findNextStep(steps.filter(({ state }) => state !== 'open'))).toBe('address')
  expect(findNextStep(steps.filter(({ state }) => state === 'done'))).toBeUndefined()
  expect(countDone(steps)).toBe(4)
})
