import { readFile, rm } from 'node:fs/promises'
import { writeDurably } from '@talus/node-kit/write-durably'
import { giveToOwner } from '../service/owner.ts'
import { paths } from './layout.ts'

/**
 * How far an update has come, written before each step, so that the next run knows what a killed one
 * has left:
 * - stopping: the service stops, and the database is copied;
 * - switching: code and packages are replaced;
 * - trying: the new version migrates the database and checks itself, and accepts no work;
 * - accepted: the new version works, and nothing may be rolled back;
 * - rolling back: code and database become what they were;
 * - restarting: they are, and the former version starts.
 */
export type Phase = 'stopping' | 'switching' | 'trying' | 'accepted' | 'rolling back' | 'restarting'

export interface Journal {
  readonly phase: Phase
  readonly from: string
  /** The branch that the checkout followed; null for a tag or commit. */
  readonly formerBranch: string | null
  readonly to: string
  readonly branch: string | null
  /** Folders that are exchanged with those of the new version. */
  readonly folders: readonly string[]
  /** A rollback began after the new version had touched the database. */
  readonly triedBefore?: boolean
  /** The reason why it began. */
  readonly reason?: string
}

export async function readJournal(): Promise<Journal | undefined> {
  const text = await readFile(paths.journal, 'utf8').catch(() => undefined)
  // Written by writeJournal alone, whole or not at all.
  return text === undefined ? undefined : (JSON.parse(text) as Journal)
}

export async function writeJournal(journal: Journal): Promise<void> {
  await writeDurably(paths.journal, JSON.stringify(journal, undefined, 2))
  giveToOwner(paths.journal)
}

export const removeJournal = () => rm(paths.journal, { force: true })
