import { randomInt } from 'node:crypto'

/** No look-alike characters: the user reads the password from the screen and types it once. */
const letters = 'abcdefghijkmnpqrstuvwxyz'
const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '23456789'

export function createPassword(): string {
  const pick = (alphabet: string) => alphabet[randomInt(alphabet.length)] ?? ''
  const rest = Array.from({ length: 17 }, () => pick(letters + capitals + digits))
  return pick(capitals) + pick(letters) + pick(digits) + rest.join('')
}
