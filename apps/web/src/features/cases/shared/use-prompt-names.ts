import { namePrompts } from '@talus/contract'
import type { PromptNames } from '@talus/contract'
import { useTranslation } from 'react-i18next'

/**
 * The names of the questions in the language of the user, then in the other one: a history may have
 * been written in either.
 */
export function usePromptNames(): readonly [PromptNames, PromptNames] {
  const { t } = useTranslation()
  return [
    namePrompts(
      (prompt) => t(`cases:prompt.${prompt}`),
      t('common:labelled', { label: '', value: '' }),
    ),
    namePrompts((prompt) => t(`cases:promptOther.${prompt}`), t('cases:promptOther.colon')),
  ]
}
