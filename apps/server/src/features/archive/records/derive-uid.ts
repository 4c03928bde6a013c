import { createHash } from 'node:crypto'

/**
 * Derives a UID of 128 bits (PS3.5 B.2) from text. The same text gives the same UID, so that a file
 * that is received again is recognised.
 */
export const deriveUid = (...parts: readonly string[]) => {
  const digits = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)
  return `2.25.${BigInt(`0x${digits}`)}`
}
