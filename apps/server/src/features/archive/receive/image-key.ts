import { randomUUID } from 'node:crypto'
import type { ClinicId } from '@talus/contract'

/**
 * Keys contain the day, so that files of a server that died are found without listing all of them.
 */
export const createImageKey = (clinicId: ClinicId, now: Date) =>
  `images/${clinicId}/${now.toISOString().slice(0, 10)}/${randomUUID()}.dcm`

const randomPart =
  /(?<start>\/[0-9a-f]{8}-[0-9a-f]{4})-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\.dcm$/u
const hashPart = /\/[0-9a-f]{8}-[0-9a-f]{4}-8([0-9a-f]{3})-8([0-9a-f]{3})-([0-9a-f]{12})\.dcm$/u

/** Replaces a part of the random UUID by the beginning of the hash: a UUID of version 8. */
export function addHash(key: string, sha256: string): string {
  const [first, second, third] = [sha256.slice(0, 3), sha256.slice(3, 6), sha256.slice(6, 18)]
  return key.replace(randomPart, `$<start>-8${first}-8${second}-${third}.dcm`)
}

/**
 * The beginning of the hash that a key states. Such a file got its name before it was flushed: if its
 * own hash differs, a power cut has left a part of it, and nothing of it was acknowledged.
 */
export const findStatedHash = (key: string): string | undefined =>
  hashPart.exec(key)?.slice(1).join('')
