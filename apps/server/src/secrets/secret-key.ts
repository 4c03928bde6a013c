import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getErrorCode } from '@talus/node-kit/error-code'

/**
 * The configured key, or one created at the first start and stored beside the database, so that a
 * copy of the database alone reveals no password. Several servers must be configured with the same
 * key.
 */
export function loadSecretKey(given: string | undefined, dataFolder: string): string {
  if (given !== undefined) return given
  mkdirSync(dataFolder, { recursive: true })
  const file = join(dataFolder, 'secret.key')
  try {
    // Fails if the file exists, so that two concurrent starts cannot create two keys.
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}
