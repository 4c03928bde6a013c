import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FrameInfo } from '@talus/contract'
import type { Log } from '../log.ts'
import { pruneOldest } from './prune.ts'
import { flushFolder, writeDurably } from './durable.ts'

const doneMax = 2000

export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** The same frame has the same id, however often and by whichever process it is handed over. */
export const frameIdOf = (sensor: string, exposureId: string): string =>
  createHash('sha256').update(`${sensor}:${exposureId}`).digest('hex').slice(0, 32)

export type NewFrame = Omit<FrameInfo, 'sha256' | 'byteLength'>

/**
 * Frames between sensor and server, in a folder:
 *   <id>.frame     the bytes; first written, flushed and named
 *   <id>.json      what they are, with their hash; a frame is in the spool once this is there
 *   done/          what the server has acknowledged, without the bytes: never offered again
 *   quarantine/    halves that a dead process left; nothing that may show an animal is deleted
 */
export async function openSpool(folder: string, log: Log) {
  const done = join(folder, 'done')
  const quarantine = join(folder, 'quarantine')
  for (const path of [folder, done, quarantine]) await mkdir(path, { recursive: true, mode: 0o700 })
  const frames = new Map<string, FrameInfo>()
  const doneIds = new Map<string, string>()
  const takenCaptures = new Set<string>()
  const bytesPath = (id: string) => join(folder, `${id}.frame`)
  const infoPath = (id: string, below = folder) => join(below, `${id}.json`)

  /** What a former process had kept: offered again, as recovered, unless its bytes are others now. */
  async function recover(id: string) {
    const info = FrameInfo.parse(JSON.parse(await readFile(infoPath(id), 'utf8')))
    const bytes = await readFile(bytesPath(id))
    const sha256 = sha256Of(bytes)
    const isDamaged = sha256 !== info.sha256
    if (isDamaged) log('frame-damaged', { id, wanted: info.sha256, found: sha256 })
    if (info.captureId !== null) takenCaptures.add(info.captureId)
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
        const info = FrameInfo.safeParse(parsed(text))
        doneIds.set(name.slice(0, -5), info.data?.sha256 ?? '')
        if (info.data?.captureId) takenCaptures.add(info.data.captureId)
      }
    for (const name of await readdir(folder)) {
      const [id = '', kind] = name.split('.')
      if (!/^[0-9a-f]{32}$/u.test(id)) continue
      if (doneIds.has(id)) await rm(join(folder, name), { force: true })
      else if (name === `${id}.json`)
        await recover(id).catch((error: unknown) => setAside(id, name, String(error)))
      else if (kind !== 'frame' || name.endsWith('.part')) await setAside(id, name, 'half-written')
    }
    for (const name of await readdir(folder)) {
      const id = name.slice(0, 32)
      if (name === `${id}.frame` && !frames.has(id)) await setAside(id, name, 'not described')
    }
    await flushFolder(folder)
  }

  async function setAside(id: string, name: string, reason: string) {
    log('frame-quarantined', { id, name, reason })
    await rename(join(folder, name), join(quarantine, name))
  }

  /** The frame came whole in the end: halves of it are of no use any more. */
  async function forgetHalves(id: string) {
    for (const name of await readdir(quarantine))
      if (name.startsWith(`${id}.`)) await rm(join(quarantine, name), { force: true })
  }

  /** Returns after the frame is flushed. The same frame again is not new, and not written again. */
  async function keep(frame: NewFrame, bytes: Uint8Array) {
    const known = frames.get(frame.id)
    if (known || doneIds.has(frame.id)) return { info: known, isNew: false }
    const info = { ...frame, byteLength: bytes.byteLength, sha256: sha256Of(bytes) }
    await writeDurably(bytesPath(frame.id), bytes)
    await writeDurably(infoPath(frame.id), JSON.stringify(info, undefined, 2))
    frames.set(frame.id, info)
    if (info.captureId !== null) takenCaptures.add(info.captureId)
    await forgetHalves(frame.id)
    return { info, isNew: true }
  }

  /** The server has it. Said twice, it stays true. */
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
    // First the word, then the bytes: a death in between is finished at the next start.
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
    keep,
    acknowledge,
    list: (): FrameInfo[] => [...frames.values()],
    find: (id: string) => frames.get(id),
    /** There is an image of it already, here or at the server. */
    hasTaken: (captureId: string) => takenCaptures.has(captureId),
    bytesPath,
  }
}

export type Spool = Awaited<ReturnType<typeof openSpool>>

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
