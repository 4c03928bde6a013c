import type { OwnerId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { confirmKeys } from '../../ui/shortcuts/shortcut-sequence.ts'
import { useShortcuts } from '../../ui/shortcuts/use-shortcuts.ts'
import { focusOn, useTypedSearch } from './focus-on.ts'
import type { useRegistrationForms } from './use-registration-forms.tsx'

interface RegistrationActions {
  readonly isVeterinary: boolean
  readonly ownerId: OwnerId | undefined
  readonly forms: ReturnType<typeof useRegistrationForms>
  readonly startStudy: () => void
}

const functionKey = { worksIn: ['textField'], isOnce: true } as const

/**
 * The keyboard shortcuts of the screen; `?` lists them. None is a letter: users type names here, and
 * a letter outside the search field is the beginning of a name.
 */
export function useRegistrationKeys({
  isVeterinary,
  ownerId,
  forms,
  startStudy,
}: RegistrationActions) {
  const { t } = useTranslation()
  const find = isVeterinary
    ? { label: t('registration:owner.find'), run: () => focusOn('owner') }
    : { label: t('registration:patient.find'), run: () => focusOn('patient') }
  const first = isVeterinary
    ? { label: t('registration:owner.new'), run: () => forms.openNewOwner() }
    : { label: t('registration:patient.new'), run: () => forms.openNewPatient(null) }
  useTypedSearch(isVeterinary ? 'owner' : 'patient')
  useShortcuts([
    { ...find, keys: '/' },
    { ...functionKey, ...first, keys: 'F2' },
    {
      ...functionKey,
      keys: 'F8',
      label: t('registration:animal.new'),
      run: () => (ownerId === undefined ? focusOn('owner') : forms.openNewPatient(ownerId)),
      when: isVeterinary,
    },
    { ...confirmKeys, label: t('registration:keys.start'), run: startStudy },
  ])
}
