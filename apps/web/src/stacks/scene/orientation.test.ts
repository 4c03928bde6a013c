import { expect, test } from 'vitest'
import { createStack } from '../testing/stacks.ts'
import { getOrientation } from './orientation.ts'

test('the body part decides between the words of head and body, and limbs have those of the body', () => {
  const getRegion = (bodyPart: string, anatomicalOrientationType = '', isVeterinary = true) => {
    const stack = createStack('one', 3, { bodyPart, anatomicalOrientationType })
    return getOrientation(stack, { correction: null }, isVeterinary).region
  }
  expect(getRegion('SKULL')).toBe('head')
  expect(getRegion('HEART')).toBe('body')
  expect(getRegion('ELBOW', 'QUADRUPED')).toBe('body')
  expect(getRegion('CHEST', '', false)).toBe('human')
})
