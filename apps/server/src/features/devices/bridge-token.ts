import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bridgeTokenFile, bridgeTokenPattern } from '@talus/contract'

/**
 * The secret of server and bridge. The bridge does the same: whoever starts first makes it, and a link
 * is made with its content or not at all.
 */
export function bridgeToken(dataFolder: string): string {
  mkdirSync(dataFolder, { recursive: true })
  const path = join(dataFolder, bridgeTokenFile)
  const own = `${path}.${process.pid}`
  writeFileSync(own, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(own, path)
  } catch {
    // It is there already; what cannot be read either is told below.
  } finally {
    rmSync(own)
  }
  const token = readFileSync(path, 'utf8').trim()
  if (!bridgeTokenPattern.test(token)) throw new Error(`${path} is damaged`)
  return token
}
