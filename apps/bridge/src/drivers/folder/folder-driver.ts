import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { folderBrand } from '@talus/contract'
import type { BridgeSensorName } from '@talus/contract'
import type { SensorDriver, SensorDriverEvent, Timing } from '@talus/devices'
import { toSha256 } from '../../disk/spool.ts'
import type { Log } from '../../log.ts'
import { createCandidateScanner, needsSidecar } from './candidates.ts'
import type { Candidate } from './candidates.ts'
import { readFrame } from './read-frame.ts'
import { readSidecar } from './sidecar.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

export interface FolderDriverSettings {
  readonly name: BridgeSensorName
  readonly folder: string
  readonly quarantine: string
  readonly timing: Timing
  readonly log: Log
  readonly scanMs?: number
  /** A file that has not changed for this long is considered finished. */
  readonly stableMs?: number
  /** An unreadable file may still be growing; after this time it goes to quarantine. */
  readonly giveUpMs?: number
}

/** Larger than the files of any detector; a file is read into memory as a whole. */
const fileBytesMax = 140_000_000
const offline = {
  health: 'Error',
  battery: null,
  temp: null,
  latency: null,
  isConnected: false,
  connectionType: 'Disconnected',
} as const

const createAbout = (name: BridgeSensorName): SensorDriver['about'] => ({
  driver: 'folder',
  brand: folderBrand,
  model: 'Unknown',
  modality: name === 'dental' ? 'Dental' : 'General',
  serial: '',
  firmware: '',
})

/**
 * A sensor whose own software writes its images into a folder. The bridge cannot arm it: during a
 * capture, the next new file is the image. A file that comes outside of a capture is kept all the
 * same.
 */
export function createFolderDriver(settings: FolderDriverSettings): SensorDriver {
  const { name, folder, quarantine, timing, log } = settings
  const { scanMs = 500, stableMs = 1500, giveUpMs = 30_000 } = settings
  const candidates = createCandidateScanner(folder, timing.now)
  let emit: (event: SensorDriverEvent) => void = () => undefined
  let armed: { readonly captureId: string; readonly since: number } | undefined
  /** The file that was delivered and is not in the spool yet. */
  let pending: { readonly exposureId: string; readonly candidate: Candidate } | undefined
  let isConnected = false
  let isStopped = false
  let cancelScan: () => void = () => undefined

  async function scan() {
    try {
      await mkdir(folder, { recursive: true })
      const found = await candidates.scan()
      if (!isConnected) {
        isConnected = true
        emit({ type: 'connected', holdsFrame: false })
      }
      if (!pending) await deliverFirst(found)
    } catch (error) {
      // A network drive may come back.
      log('folder', { folder, reason: String(error) })
      if (isConnected) emit({ type: 'disconnected' })
      isConnected = false
    }
    if (!isStopped) cancelScan = timing.after(scanMs, () => void scan())
  }

  async function deliverFirst(found: readonly Candidate[]) {
    for (const candidate of found) {
      const age = timing.now() - candidate.seenAt
      if (age < stableMs) continue
      if (needsSidecar(candidate.name) && !candidate.sidecarPath && age < giveUpMs) continue
      if (await deliver(candidate, age)) return
    }
  }

  /** Returns true if the frame was delivered. */
  async function deliver(candidate: Candidate, age: number): Promise<boolean> {
    try {
      const { file, image } = await readCandidate(candidate)
      const now = await stat(candidate.path)
      if (now.size !== candidate.size || now.mtimeMs !== candidate.changedAt) return false
      const isAwaited = armed !== undefined && candidate.changedAt >= armed.since
      const exposureId = toSha256(file)
      pending = { exposureId, candidate }
      if (isAwaited) {
        emit({ type: 'radiation' })
        emit({ type: 'loading' })
      }
      emit({
        type: 'frame',
        frame: {
          ...image,
          exposureId,
          captureId: isAwaited ? (armed?.captureId ?? null) : null,
          exposedAt: new Date(candidate.changedAt).toISOString(),
          isIncomplete: false,
          landmarks: null,
        },
      })
      return true
    } catch (error) {
      if (error instanceof UnreadableFileError && age >= giveUpMs)
        await quarantineFile(candidate, error.message)
      // Another program still uses the file, or it was renamed: the next scan decides.
      else if (!(error instanceof UnreadableFileError))
        log('folder', { folder, reason: String(error) })
      return false
    }
  }

  async function quarantineFile(candidate: Candidate, reason: string) {
    const file = await moveToQuarantine(candidate, quarantine, timing.now(), reason)
    log('file-quarantined', { file, reason })
    emit({ type: 'fault', fault: 'unreadable-file' })
  }

  return {
    about: createAbout(name),
    frameBytesMax: 60_000_000,
    // The user has to operate the console of another program first.
    limits: { radiationMs: 600_000 },
    start: (listener) => {
      emit = listener
      void scan()
    },
    stop: () => {
      isStopped = true
      cancelScan()
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
      void removeCandidate(candidate)
        .catch((error: unknown) => log('folder', { folder, reason: String(error) }))
        .then(() => {
          pending = undefined
          emit({ type: 'cleaned' })
        })
    },
  }
}

async function readCandidate({ path, size, sidecarPath }: Candidate) {
  if (size > fileBytesMax) throw new UnreadableFileError(`A file of ${size} bytes`)
  const sidecar = sidecarPath ? readSidecar(await readFile(sidecarPath, 'utf8')) : undefined
  const file = await readFile(path)
  return { file, image: await readFrame(file, sidecar) }
}

/** Returns the path in quarantine. */
async function moveToQuarantine(
  { path, name, sidecarPath }: Candidate,
  quarantine: string,
  now: number,
  reason: string,
) {
  await mkdir(quarantine, { recursive: true, mode: 0o700 })
  const target = join(quarantine, `${now}-${name}`)
  await rename(path, target)
  await writeFile(`${target}.reason.txt`, `${reason}\n`)
  if (sidecarPath) await rename(sidecarPath, `${target}.json`).catch(() => undefined)
  return target
}

async function removeCandidate({ path, sidecarPath }: Candidate) {
  await rm(path, { force: true })
  if (sidecarPath) await rm(sidecarPath, { force: true })
}
