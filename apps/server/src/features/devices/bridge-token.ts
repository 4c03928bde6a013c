import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bridgeTokenFile, bridgeTokenPattern } from '@talus/contract'

/**
 * Reads the shared secret of server and bridge, and creates it if it is missing. The bridge does
 * the same, so either may start first: a hard link appears with its whole content or not at all.
 */
export function loadBridgeToken(dataFolder: string): string {
  mkdirSync(dataFolder, { recursive: true })
  const path = join(dataFolder, bridgeTokenFile)
  const own = `${path}.${process.pid}`
  writeFileSync(own, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(own, path)
  } catch {
    // It exists already; a file that cannot be read throws below.
  } finally {
    rmSync(own)
  }
  const token = readFileSync(path, 'utf8').trim()
  if (!bridgeTokenPattern.test(token)) throw new Error(`${path} is damaged`)
  return token
}
