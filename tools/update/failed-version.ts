import { readFile, rm } from 'node:fs/promises'
import { writeDurably } from '@talus/node-kit/write-durably'
import { giveToOwner } from '../service/owner.ts'
import { paths } from './layout.ts'

/** A version that was tried here and rolled back: an update at night must not try it each time. */
export interface FailedVersion {
  readonly commit: string
  readonly day: string
  readonly reason: string
}

export async function readFailedVersion(): Promise<FailedVersion | undefined> {
  const text = await readFile(paths.failed, 'utf8').catch(() => undefined)
  // Written by rememberFailedVersion alone, whole or not at all.
  return text === undefined ? undefined : (JSON.parse(text) as FailedVersion)
}

export async function rememberFailedVersion(commit: string, reason: string): Promise<void> {
  const failed: FailedVersion = { commit, day: new Date().toISOString().slice(0, 10), reason }
  await writeDurably(paths.failed, JSON.stringify(failed, undefined, 2))
  giveToOwner(paths.failed)
}

export const forgetFailedVersion = () => rm(paths.failed, { force: true })
