import { useStore } from '../../../store.ts'
import { getKeyNames } from '../../../ui/shortcuts/key-names.ts'
import { activeShortcuts, shortcutsEnabled } from '../../../ui/shortcuts/use-shortcuts.ts'

/** Tooltip text such as `Length (L)`: the label with the shortcut registered for it. */
export function useShortcutHint(label: string): string {
  const shortcuts = useStore(activeShortcuts)
  const areOn = useStore(shortcutsEnabled)
  const keys = areOn ? shortcuts.findLast((one) => one.label === label)?.keys : undefined
  if (keys === undefined) return label
  const isCapital = keys.length === 1 && keys !== keys.toLowerCase()
  return `${label} (${isCapital ? '⇧ ' : ''}${getKeyNames(keys).join(keys.includes('+') ? '+' : ' ')})`
}
