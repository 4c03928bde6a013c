import type { OwnerId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { confirmKeys } from '../../ui/shortcuts/shortcut-sequence.ts'
import { useShortcuts } from '../../ui/shortcuts/use-shortcuts.ts'
import { focusOn } from './focus-on.ts'
import type { useRegistrationForms } from './use-registration-forms.tsx'

interface RegistrationActions {
  readonly isVeterinary: boolean
  readonly ownerId: OwnerId | undefined
  readonly forms: ReturnType<typeof useRegistrationForms>
  readonly startStudy: () => void
}

/** The keyboard shortcuts of the screen; `?` lists them. */
export function useRegistrationKeys({
  isVeterinary,
  ownerId,
  forms,
  startStudy,
}: RegistrationActions) {
  const { t } = useTranslation()
  const start = t('registration:keys.start')
  const find = isVeterinary
    ? { label: t('registration:owner.find'), run: () => focusOn('owner') }
    : { label: t('registration:patient.find'), run: () => focusOn('patient') }
  const first = isVeterinary
    ? { keys: 'n', label: t('registration:owner.new'), run: () => forms.openNewOwner() }
    : { keys: 'n', label: t('registration:patient.new'), run: () => forms.openNewPatient(null) }
  useShortcuts([
    { ...find, keys: '/' },
    { ...find, keys: 'o', when: isVeterinary },
    first,
    {
      keys: 'a',
      label: t('registration:animal.new'),
      run: () => (ownerId === undefined ? focusOn('owner') : forms.openNewPatient(ownerId)),
      when: isVeterinary,
    },
    { keys: 's', label: start, run: startStudy },
    { ...confirmKeys, label: start, run: startStudy },
  ])
}
