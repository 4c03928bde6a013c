import { buffer, text } from 'node:stream/consumers'
import type { ClinicId } from '@talus/contract'
import { findDataSetStart } from '@talus/dicom'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import type { FileEntry, FileStore, StoredFile } from '../../../files/index.ts'

export interface SetAsideDeps {
  readonly files: FileStore
  readonly clock: Clock
  readonly log: Logger
  /** Shows the file to the users of its clinic. */
  readonly onSetAside: (entry: SetAsideFile) => Promise<void>
}

/** A file that is not read any more, because servers have died while they read it. */
export interface SetAsideFile {
  readonly clinicId: ClinicId
  readonly file: StoredFile
  /** The name under which it was received. */
  readonly originalKey: string
  readonly receivedOn: string
  /** The AE title in its file meta information; empty if it has none. */
  readonly sender: string
  readonly setAsideOn: string
  readonly reason: string
}

/** The first death may have another cause, such as a power cut. */
const deathsMax = 2

const getName = (key: string) => key.slice(key.lastIndexOf('/') + 1).replace(/\.dcm$/u, '')
const toMarkKey = (key: string) => `reading/${getName(key)}.txt`
const toSetAsideKey = (clinicId: ClinicId, key: string) =>
  `set-aside/${clinicId}/${getName(key)}.dcm`

/** The number of servers that have died while they read a file. */
async function countDeaths(files: FileStore, key: string): Promise<number> {
  const mark = await files.read(toMarkKey(key))
  const count = mark ? Number(await text(mark)) : 0
  return Number.isInteger(count) && count > 0 ? count : 0
}

/**
 * Reads a file that a server left when it died. A mark in the store says that the file is being
 * read: if the process dies, the mark remains, and a file with two marks is set aside instead of
 * ending every start of the server. The result is undefined then.
 */
export async function readOrSetAside<Result>(
  deps: SetAsideDeps,
  clinicId: ClinicId,
  file: FileEntry,
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  const { files } = deps
  const deaths = await countDeaths(files, file.key)
  if (deaths >= deathsMax) {
    await setAside(deps, clinicId, file)
    return undefined
  }
  await files.put(toMarkKey(file.key), Buffer.from(String(deaths + 1)))
  try {
    return await read()
  } finally {
    await files.remove(toMarkKey(file.key))
  }
}

/** Reads the file meta information only, which is too short to do harm. */
async function readSender(files: FileStore, key: string): Promise<string> {
  const opening = await files.read(key, { start: 0, end: 1023 })
  try {
    return opening ? findDataSetStart(await buffer(opening)).sourceTitle : ''
  } catch {
    return ''
  }
}

/** Each step may be repeated: the server may die in between. */
async function setAside(
  { files, clock, log, onSetAside }: SetAsideDeps,
  clinicId: ClinicId,
  { key, modifiedOn }: FileEntry,
): Promise<void> {
  const stream = await files.read(key)
  if (!stream) return
  const file = await files.put(toSetAsideKey(clinicId, key), stream)
  const entry: SetAsideFile = {
    clinicId,
    file,
    originalKey: key,
    receivedOn: modifiedOn,
    sender: await readSender(files, key),
    setAsideOn: clock().toISOString(),
    reason: `the server has died ${deathsMax} times while it read this file`,
  }
  const record = file.key.replace(/\.dcm$/u, '.json')
  await files.put(record, Buffer.from(JSON.stringify(entry, undefined, 2)))
  // The tray may be full: the record beside the file and the log remain.
  await onSetAside(entry).catch((error: unknown) =>
    log.error({ err: error }, 'a file that was set aside is not shown'),
  )
  await files.remove(key)
  await files.remove(toMarkKey(key))
  log.error({ ...entry }, 'a file was set aside')
}
