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

/**
 * Lists the keys of the editor in the help; the editor handles them itself. Undo and redo also work
 * behind a change of the page's shape, when a control of the page has the focus.
 */
export function useTextKeys(onStep: (direction: 'undo' | 'redo') => boolean) {
  const { t } = useTranslation()
  useShortcuts(
    actions.map((action) => ({
      keys: textActionKeys[action],
      label: t(`report:editor.${action}`),
      group: t('report:keys'),
      ...((action === 'undo' || action === 'redo') && { run: () => void onStep(action) }),
    })),
  )
}
