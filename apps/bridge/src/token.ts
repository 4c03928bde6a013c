import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bridgeTokenFile, bridgeTokenPattern } from '@talus/contract'
import { getErrorCode } from './disk/error-code.ts'

/**
 * Reads the secret that server and bridge share; the first of them to start creates it. A hard link
 * appears with its complete content or not at all, so two processes that start together read the
 * same token, and neither reads a part of it.
 */
export function sharedToken(dataFolder: string): string {
  mkdirSync(dataFolder, { recursive: true })
  const path = join(dataFolder, bridgeTokenFile)
  const own = `${path}.${process.pid}`
  writeFileSync(own, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(own, path)
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(own)
  }
  const token = readFileSync(path, 'utf8').trim()
  if (!bridgeTokenPattern.test(token))
    throw new Error(`${path} is damaged. Stop server and bridge, remove it and start again.`)
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return token
}
