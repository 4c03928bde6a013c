import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../../../ui/shortcuts/use-shortcuts.ts'
import { textActionKeys } from '../editor/commands.ts'

const actions = [
  'bold',
  'italic',
  'heading2',
  'heading3',
  'bulletList',
  'orderedList',
  'undo',
  'redo',
] as const

/** Lists the keys of the editor in the help; the editor handles them itself. */
export function useTextKeys() {
  const { t } = useTranslation()
  useShortcuts(
    actions.map((action) => ({
      keys: textActionKeys[action],
      label: t(`report:editor.${action}`),
      group: t('report:keys'),
    })),
  )
}
