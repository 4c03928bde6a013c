import { useStore } from '../../../store.ts'
import { activeShortcuts, shortcutsEnabled } from '../../../ui/shortcuts/use-shortcuts.ts'

/** `Length (L)`: the name with its key, where the screen has given one to the same name. */
export function useHint(label: string): string {
  const shortcuts = useStore(activeShortcuts)
  const areOn = useStore(shortcutsEnabled)
  const keys = areOn ? shortcuts.findLast((one) => one.label === label)?.keys : undefined
  if (keys === undefined) return label
  const isCapital = keys !== keys.toLowerCase()
  return `${label} (${isCapital ? '⇧ ' : ''}${keys.toUpperCase()})`
}
