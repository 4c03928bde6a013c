import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BridgeSensorName } from '@talus/contract'
import type { SensorDriver, SensorDriverEvent, Timing } from '@talus/devices'
import { sha256Of } from '../../disk/spool.ts'
import type { Log } from '../../log.ts'
import { candidatesIn, needsSidecar } from './candidates.ts'
import type { Candidate } from './candidates.ts'
import { readFrame } from './read-frame.ts'
import { readSidecar } from './sidecar.ts'
import { Unreadable } from './unreadable.ts'

export interface FolderSettings {
  readonly name: BridgeSensorName
  readonly folder: string
  readonly quarantine: string
  readonly timing: Timing
  readonly log: Log
  readonly lookMs?: number
  /** A file that has not changed for so long is taken for finished. */
  readonly stableMs?: number
  /** An unreadable one may still be growing; after this it is not. */
  readonly giveUpMs?: number
}

/** Larger than any detector's; read into memory at once. */
const fileBytesMax = 250_000_000
const offline = {
  health: 'Error',
  battery: null,
  temp: null,
  latency: null,
  isConnected: false,
  connectionType: 'Disconnected',
} as const

/**
 * A sensor whose own software drops its images into a folder. It cannot be armed from here: while
 * we wait, the next new file is the image. A file that nobody waited for is kept all the same.
 */
export function folderDriver(settings: FolderSettings): SensorDriver {
  const { name, folder, quarantine, timing, log } = settings
  const { lookMs = 500, stableMs = 1500, giveUpMs = 30_000 } = settings
  const candidates = candidatesIn(folder, timing.now)
  let emit: (event: SensorDriverEvent) => void = () => undefined
  let armed: { readonly captureId: string; readonly since: number } | undefined
  /** Handed over, and not yet on the disk of the spool. */
  let pending: { readonly exposureId: string; readonly candidate: Candidate } | undefined
  let isConnected = false
  let isStopped = false
  let cancelLook: () => void = () => undefined

  async function look() {
    try {
      await mkdir(folder, { recursive: true })
      const found = await candidates.look()
      if (!isConnected) {
        isConnected = true
        emit({ type: 'connected', holdsFrame: false })
      }
      if (!pending) await takeFirst(found)
    } catch (error) {
      // A network drive that is away comes back.
      log('folder', { folder, reason: String(error) })
      if (isConnected) emit({ type: 'disconnected' })
      isConnected = false
    }
    if (!isStopped) cancelLook = timing.after(lookMs, () => void look())
  }

  async function takeFirst(found: readonly Candidate[]) {
    for (const candidate of found) {
      const age = timing.now() - candidate.seenAt
      if (age < stableMs) continue
      if (needsSidecar(candidate.name) && !candidate.sidecarPath && age < giveUpMs) continue
      if (await handOver(candidate, age)) return
    }
  }

  /** True when the frame is on its way. */
  async function handOver(candidate: Candidate, age: number): Promise<boolean> {
    try {
      const { file, picture } = await read(candidate)
      const now = await stat(candidate.path)
      if (now.size !== candidate.size || now.mtimeMs !== candidate.changedAt) return false
      const isAwaited = armed !== undefined && candidate.changedAt >= armed.since
      const exposureId = sha256Of(file)
      pending = { exposureId, candidate }
      if (isAwaited) {
        emit({ type: 'radiation' })
        emit({ type: 'loading' })
      }
      emit({
        type: 'frame',
        frame: {
          ...picture,
          exposureId,
          captureId: isAwaited ? (armed?.captureId ?? null) : null,
          exposedAt: new Date(candidate.changedAt).toISOString(),
          isIncomplete: false,
          landmarks: null,
        },
      })
      return true
    } catch (error) {
      if (error instanceof Unreadable && age >= giveUpMs) await setAside(candidate, error.message)
      // Another program still has it, or it was renamed: the next look tells.
      else if (!(error instanceof Unreadable)) log('folder', { folder, reason: String(error) })
      return false
    }
  }

  async function read({ path, size, sidecarPath }: Candidate) {
    if (size > fileBytesMax) throw new Unreadable(`A file of ${size} bytes`)
    const sidecar = sidecarPath ? readSidecar(await readFile(sidecarPath, 'utf8')) : undefined
    const file = await readFile(path)
    return { file, picture: await readFrame(file, sidecar) }
  }

  async function setAside({ path, name: file, sidecarPath }: Candidate, reason: string) {
    await mkdir(quarantine, { recursive: true, mode: 0o700 })
    const place = join(quarantine, `${timing.now()}-${file}`)
    await rename(path, place)
    await writeFile(`${place}.reason.txt`, `${reason}\n`)
    if (sidecarPath) await rename(sidecarPath, `${place}.json`).catch(() => undefined)
    log('file-quarantined', { file: place, reason })
    emit({ type: 'fault', fault: 'unreadable-file' })
  }

  async function remove({ path, sidecarPath }: Candidate) {
    await rm(path, { force: true })
    if (sidecarPath) await rm(sidecarPath, { force: true })
  }

  return {
    about: {
      driver: 'folder',
      brand: 'Folder',
      model: 'Unknown',
      modality: name === 'dental' ? 'Dental' : 'General',
      serial: '',
      firmware: '',
    },
    frameBytesMax: 60_000_000,
    // Another program's console is in between, and its user.
    limits: { radiationMs: 600_000 },
    start: (listener) => {
      emit = listener
      void look()
    },
    stop: () => {
      isStopped = true
      cancelLook()
    },
    health: () =>
      isConnected
        ? { ...offline, health: 'Ok', isConnected: true, connectionType: 'Ethernet' }
        : offline,
    prepare: (captureId) => {
      armed = { captureId, since: timing.now() }
      emit({ type: 'prepared' })
    },
    disarm: () => {
      armed = undefined
      emit({ type: 'cleaned' })
    },
    read: () => emit({ type: 'nothing-held' }),
    release: (exposureId) => {
      if (pending?.exposureId !== exposureId) return
      const { candidate } = pending
      armed = undefined
      void remove(candidate)
        .catch((error: unknown) => log('folder', { folder, reason: String(error) }))
        .then(() => {
          pending = undefined
          emit({ type: 'cleaned' })
        })
    },
  }
}
