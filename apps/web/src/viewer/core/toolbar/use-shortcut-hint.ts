import { useStore } from '../../../store.ts'
import { activeShortcuts, shortcutsEnabled } from '../../../ui/shortcuts/use-shortcuts.ts'

/** Tooltip text such as `Length (L)`: the label with the shortcut registered for it. */
export function useShortcutHint(label: string): string {
  const shortcuts = useStore(activeShortcuts)
  const areOn = useStore(shortcutsEnabled)
  const keys = areOn ? shortcuts.findLast((one) => one.label === label)?.keys : undefined
  if (keys === undefined) return label
  const isCapital = keys !== keys.toLowerCase()
  return `${label} (${isCapital ? '⇧ ' : ''}${keys.toUpperCase()})`
}
