import { createHash } from 'node:crypto'

/** PS3.5 B.2: of 128 bits. The same for the same words, so that what comes again is known. */
export const uidOf = (...words: readonly string[]) => {
  const digits = createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 32)
  return `2.25.${BigInt(`0x${digits}`)}`
}
