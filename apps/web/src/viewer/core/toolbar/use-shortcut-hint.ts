import { useStore } from '../../../store.ts'
import { getKeyNames } from '../../../ui/shortcuts/key-names.ts'
import { activeShortcuts, shortcutsEnabled } from '../../../ui/shortcuts/use-shortcuts.ts'

/** The shortcut registered for a label, such as `L` or `Shift+V`; undefined without one. */
export function useShortcutKeys(label: string): string | undefined {
  const shortcuts = useStore(activeShortcuts)
  const areOn = useStore(shortcutsEnabled)
  const keys = areOn ? shortcuts.findLast((one) => one.label === label)?.keys : undefined
  if (keys === undefined) return undefined
  // Keys of a sequence are pressed one after the other, all others together.
  return getKeyNames(keys).join(keys.includes(' ') ? ' ' : '+')
}

/** Tooltip text such as `Length (L)`: the label with the shortcut registered for it. */
export function useShortcutHint(label: string): string {
  const keys = useShortcutKeys(label)
  return keys === undefined ? label : `${label} (${keys})`
}
