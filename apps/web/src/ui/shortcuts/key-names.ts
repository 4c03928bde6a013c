import i18next from 'i18next'

const arrows: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowDown: '↓',
}
const named = [
  'Enter',
  'Escape',
  'Delete',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Shift',
  'Space',
  'Wheel',
  'RightButton',
  'MiddleButton',
  'DoubleClick',
  'TwoFingers',
] as const

/**
 * The label of a key on keyboards of the user’s language, or the name of a mouse or touch gesture.
 */
function getKeyName(key: string): string {
  const known = named.find((one) => one === key)
  if (known) return i18next.t(`common:keys.name.${known}`)
  return arrows[key] ?? (key.length === 1 ? key.toUpperCase() : key)
}

/**
 * The names of the keys of a sequence (`g s`) or of a combination (`Ctrl+Z`). A capital letter on its
 * own is the letter with Shift.
 */
export function getKeyNames(keys: string): readonly string[] {
  if (keys.length > 1) return keys.split(/[ +]/).map(getKeyName)
  const isCapital = keys !== keys.toLowerCase()
  return isCapital ? [getKeyName('Shift'), keys] : [getKeyName(keys)]
}
