import { loadScreens } from '@talus/i18n/load'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { createClickHandler } from './explained-button.tsx'

beforeAll(async () =>
  i18next.init({
    lng: 'en',
    // Another test file of the same worker may have switched the separators off.
    nsSeparator: ':',
    keySeparator: '.',
    resources: { en: { ...(await loadScreens('en')) } },
  }),
)

test('a button without a click handler throws the error text of the specification', () => {
  expect(() => createClickHandler<() => void>(undefined, undefined)?.()).toThrow(
    'Missing click event',
  )
})

test('a button keeps its click handler, and a submit button needs none', () => {
  const press = () => {}
  expect(createClickHandler(press, undefined)).toBe(press)
  expect(createClickHandler(undefined, 'submit')).toBeUndefined()
})
