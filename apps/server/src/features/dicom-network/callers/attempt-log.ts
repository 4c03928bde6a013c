import type { AttemptReason, ClinicId, DicomDeviceId, ExchangeRight } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { toCallerAddress } from '../../../dimse/index.ts'
import type { Caller } from '../../../dimse/index.ts'
import * as attempts from './attempt-log.queries.ts'
import { listDevices } from './devices.queries.ts'
import { isExplained } from './devices.service.ts'

export interface Attempt {
  readonly clinicId: ClinicId
  readonly caller: Pick<Caller, 'calling' | 'called' | 'address' | 'certificate' | 'isTls'>
  readonly reason: AttemptReason
  readonly wanted: readonly ExchangeRight[]
}

/**
 * Counts the connections of unlisted callers and the last connection of each device. A stranger can
 * call a thousand times a second: the entries are collected in memory and written once a second, and
 * both the memory and the table are bounded.
 */
export interface AttemptLog {
  readonly add: (attempt: Attempt) => void
  readonly sawDevice: (id: DicomDeviceId, address: string) => void
  /** Writes what has been collected. */
  readonly flush: () => Promise<void>
}

const writeEveryMs = 1000
/** Most callers that are collected until they are written; others are dropped. */
const collectedMax = 100

export function createAttemptLog(deps: {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly log: Logger
}): AttemptLog {
  const { unscopedDb, clock, log } = deps
  let collected = new Map<string, attempts.CountedAttempt>()
  let seen = new Map<DicomDeviceId, { readonly on: string; readonly address: string }>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  /** The clinic may have listed the device since it called. */
  async function dropExplained(
    made: readonly attempts.CountedAttempt[],
  ): Promise<readonly attempts.CountedAttempt[]> {
    const kept: attempts.CountedAttempt[] = []
    for (const [clinicId, entries] of Map.groupBy(made, (entry) => entry.clinicId)) {
      const listed = await listDevices(new ClinicDb(unscopedDb, [clinicId]), clinicId)
      kept.push(...entries.filter((entry) => !isExplained(entry, listed)))
    }
    return kept
  }

  async function write(): Promise<void> {
    const [made, devices] = [[...collected.values()], [...seen]]
    collected = new Map()
    seen = new Map()
    try {
      const entries = await dropExplained(made)
      for (const entry of entries) await attempts.count(unscopedDb, entry)
      for (const [id, { on, address }] of devices)
        await attempts.markSeen(unscopedDb, id, on, address)
      for (const clinicId of new Set(entries.map((entry) => entry.clinicId)))
        await attempts.dropOldest(unscopedDb, clinicId)
    } catch (error) {
      log.warn({ err: error }, 'attempts to connect by DICOM were not recorded')
    }
  }

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }
  const schedule = () => {
    timer ??= setTimeout(() => void flush(), writeEveryMs).unref()
  }

  return {
    add: ({ clinicId, caller, reason, wanted }) => {
      const address = toCallerAddress(caller.address)
      const { certificate = '' } = caller
      const key = JSON.stringify([clinicId, caller.calling, address, certificate])
      const known = collected.get(key)
      if (!known && collected.size >= collectedMax) return
      const now = clock().toISOString()
      collected.set(key, {
        clinicId,
        callingTitle: caller.calling,
        calledTitle: caller.called,
        address,
        certificate,
        isTls: caller.isTls,
        reason,
        wanted: [...wanted],
        count: (known?.count ?? 0) + 1,
        firstOn: known?.firstOn ?? now,
        lastOn: now,
      })
      schedule()
    },
    sawDevice: (id, address) => {
      seen.set(id, { on: clock().toISOString(), address })
      schedule()
    },
    flush,
  }
}
