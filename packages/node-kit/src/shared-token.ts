import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { getErrorCode } from './error-code.ts'

const createToken = () => randomBytes(32).toString('base64url')
const tokenPattern = /^[\w-]{43}$/u

/**
 * Reads a secret that several programs of one user share; the first of them to start creates it. A
 * hard link appears with its complete content or not at all, so programs that start together read
 * the same token, and none reads a part of it.
 */
export function loadSharedToken(path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  const own = `${path}.${process.pid}`
  writeFileSync(own, `${createToken()}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(own, path)
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(own)
  }
  const token = readFileSync(path, 'utf8').trim()
  // Not replaced: another program may be using it.
  if (!tokenPattern.test(token))
    throw new Error(`${path} is damaged. Stop the programs that use it, remove it and start again.`)
  // An older version or a restored backup may have left it readable for others.
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return token
}
