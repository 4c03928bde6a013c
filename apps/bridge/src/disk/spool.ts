import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FrameInfo } from '@talus/contract'
import { flushFolder, writeDurably } from '@talus/node-kit/write-durably'
import type { Log } from '../log.ts'
import { pruneOldest } from './prune.ts'

const doneMax = 2000

export const toSha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** The same frame has the same id, however often and by whichever process it is delivered. */
export const createFrameId = (sensor: string, exposureId: string): string =>
  createHash('sha256').update(`${sensor}:${exposureId}`).digest('hex').slice(0, 32)

export type NewFrame = Omit<FrameInfo, 'sha256' | 'byteLength'>

/**
 * The frames between sensor and server, in a folder:
 *   <id>.frame     the bytes, which are written, flushed and named first
 *   <id>.json      their description and hash; a frame is in the spool once this file exists
 *   done/          descriptions of frames that the server has acknowledged: never offered again
 *   quarantine/    partial files that a killed process left; no possible image is deleted
 */
export async function openSpool(folder: string, log: Log) {
  const done = join(folder, 'done')
  const quarantine = join(folder, 'quarantine')
  for (const path of [folder, done, quarantine]) await mkdir(path, { recursive: true, mode: 0o700 })
  const frames = new Map<string, FrameInfo>()
  const doneIds = new Map<string, string>()
  const knownCaptures = new Set<string>()
  const bytesPath = (id: string) => join(folder, `${id}.frame`)
  const infoPath = (id: string, below = folder) => join(below, `${id}.json`)

  /**
   * Offers a frame of an earlier process again, marked as recovered, and as incomplete if its hash
   * has changed.
   */
  async function recover(id: string) {
    const info = FrameInfo.parse(JSON.parse(await readFile(infoPath(id), 'utf8')))
    const bytes = await readFile(bytesPath(id))
    const sha256 = toSha256(bytes)
    const isDamaged = sha256 !== info.sha256
    if (isDamaged) log('frame-damaged', { id, wanted: info.sha256, found: sha256 })
    if (info.captureId !== null) knownCaptures.add(info.captureId)
    frames.set(id, {
      ...info,
      sha256,
      byteLength: bytes.byteLength,
      isRecovered: true,
      isIncomplete: info.isIncomplete || isDamaged,
    })
  }

  async function recoverAll() {
    for (const name of await readdir(done))
      if (name.endsWith('.json')) {
        const text = await readFile(join(done, name), 'utf8')
        const info = FrameInfo.safeParse(parseJson(text))
        doneIds.set(name.slice(0, -5), info.data?.sha256 ?? '')
        if (info.data?.captureId) knownCaptures.add(info.data.captureId)
      }
    for (const name of await readdir(folder)) {
      const [id = '', kind] = name.split('.')
      if (!/^[0-9a-f]{32}$/u.test(id)) continue
      if (doneIds.has(id)) await rm(join(folder, name), { force: true })
      else if (name === `${id}.json`)
        await recover(id).catch((error: unknown) => moveToQuarantine(id, name, String(error)))
      else if (kind !== 'frame' || name.endsWith('.part'))
        await moveToQuarantine(id, name, 'half-written')
    }
    for (const name of await readdir(folder)) {
      const id = name.slice(0, 32)
      if (name === `${id}.frame` && !frames.has(id))
        await moveToQuarantine(id, name, 'not described')
    }
    await flushFolder(folder)
  }

  async function moveToQuarantine(id: string, name: string, reason: string) {
    log('frame-quarantined', { id, name, reason })
    await rename(join(folder, name), join(quarantine, name))
  }

  /** Removes partial files of a frame that has arrived completely after all. */
  async function removePartialFiles(id: string) {
    for (const name of await readdir(quarantine))
      if (name.startsWith(`${id}.`)) await rm(join(quarantine, name), { force: true })
  }

  /** Returns after the frame is flushed. A frame that is known already is not written again. */
  async function store(frame: NewFrame, bytes: Uint8Array) {
    const known = frames.get(frame.id)
    if (known || doneIds.has(frame.id)) return { info: known, isNew: false }
    const info = { ...frame, byteLength: bytes.byteLength, sha256: toSha256(bytes) }
    await writeDurably(bytesPath(frame.id), bytes)
    await writeDurably(infoPath(frame.id), JSON.stringify(info, undefined, 2))
    frames.set(frame.id, info)
    if (info.captureId !== null) knownCaptures.add(info.captureId)
    await removePartialFiles(frame.id)
    return { info, isNew: true }
  }

  /** Removes a frame that the server has stored. Repeated calls have the same result. */
  async function acknowledge(
    id: string,
    sha256: string,
  ): Promise<'gone' | 'unknown' | 'hash-differs'> {
    const info = frames.get(id)
    if (!info) {
      if (!doneIds.has(id)) return 'unknown'
      return doneIds.get(id) === sha256 ? 'gone' : 'hash-differs'
    }
    if (info.sha256 !== sha256) return 'hash-differs'
    // The description moves before the bytes are deleted: after a crash in between, the next start
    // deletes them.
    await rename(infoPath(id), infoPath(id, done))
    await flushFolder(done)
    await flushFolder(folder)
    doneIds.set(id, sha256)
    frames.delete(id)
    await rm(bytesPath(id), { force: true })
    for (const name of await pruneOldest(done, doneMax)) doneIds.delete(name.slice(0, -5))
    return 'gone'
  }

  await recoverAll()
  return {
    store,
    acknowledge,
    list: (): FrameInfo[] => [...frames.values()],
    find: (id: string) => frames.get(id),
    /** Whether the capture has a frame already, here or on the server. */
    hasCapture: (captureId: string) => knownCaptures.has(captureId),
    bytesPath,
  }
}

export type Spool = Awaited<ReturnType<typeof openSpool>>

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
