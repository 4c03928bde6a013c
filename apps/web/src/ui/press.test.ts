import { loadScreens } from '@talus/i18n/load'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { pressOf } from './press.ts'

beforeAll(async () =>
  i18next.init({ lng: 'en', resources: { en: { ...(await loadScreens('en')) } } }),
)

test('a button without anything to do says so, in the words of the specification', () => {
  expect(() => pressOf<() => void>(undefined, undefined)?.()).toThrow('Missing click event')
})

test('a button does what it was given, and one that submits needs nothing', () => {
  const press = () => {}
  expect(pressOf(press, undefined)).toBe(press)
  expect(pressOf(undefined, 'submit')).toBeUndefined()
})
