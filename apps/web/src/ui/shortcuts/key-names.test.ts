import { loadScreens } from '@talus/i18n/load'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { getKeyNames } from './key-names.ts'

const listNames = async (lng: 'en' | 'fr') => {
  await i18next.init({
    lng,
    // Another test file of the same worker may have switched the separators off.
    nsSeparator: ':',
    keySeparator: '.',
    resources: { [lng]: { ...(await loadScreens(lng)) } },
  })
  return ['Home', 'End', 'PageDown', 'Delete'].flatMap(getKeyNames)
}

test('keys have the names that keyboards of the language have', async () => {
  expect(await listNames('fr')).toEqual(['Début', 'Fin', 'Page suiv.', 'Suppr'])
  expect((await listNames('en')).slice(0, 2)).toEqual(['Home', 'End'])
})
