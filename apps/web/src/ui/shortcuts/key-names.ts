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

/** As it is printed on keyboards of the person’s language; of the hand, what it does. */
function keyName(key: string): string {
  const known = named.find((one) => one === key)
  if (known) return i18next.t(`common:keys.name.${known}`)
  return arrows[key] ?? (key.length === 1 ? key.toUpperCase() : key)
}

/** The keys of a sequence (`g s`) or of a combination (`Ctrl+Z`), each to be shown for itself. */
export const keyParts = (keys: string): readonly string[] => keys.split(/[ +]/).map(keyName)
