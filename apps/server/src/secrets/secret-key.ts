import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The key given by settings, or one of our own beside the database, made at the first start. A copy
 * of the database alone then gives no password away; several servers must be given the same key.
 */
export function secretKey(given: string | undefined, dataFolder: string): string {
  if (given !== undefined) return given
  mkdirSync(dataFolder, { recursive: true })
  const file = join(dataFolder, 'secret.key')
  try {
    // Fails when there is one already; two starts at once cannot make two keys.
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}
