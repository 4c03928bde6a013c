import { execFileSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { root } from '../child.ts'

/** A service started by root runs as the user to whom this folder belongs. */
export function findOwner(): string {
  if (process.platform === 'win32') return userInfo().username
  return execFileSync('id', ['-un', String(statSync(root).uid)], { encoding: 'utf8' }).trim()
}

/** Files that root creates here belong to the user as whom the server runs. */
export function giveToOwner(path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(root)
  chownSync(path, uid, gid)
}

function findHome(name: string): string {
  if (process.platform === 'darwin') return `/Users/${name}`
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
  return entry?.split(':')[5] ?? root
}

/** How root runs a program as the owner, so that no file here belongs to root. */
export function runAsOwner() {
  const { uid, gid } = statSync(root)
  if (process.getuid?.() !== 0 || uid === 0) return {}
  const name = findOwner()
  return { uid, gid, env: { HOME: findHome(name), USER: name, LOGNAME: name } }
}
