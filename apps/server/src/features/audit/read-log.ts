import type { Actor, ClinicId, ImageId, Instant, StudyId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { findStudySubject } from './audit.queries.ts'
import { recordAuditEvent } from './audit.service.ts'

/** A device, program or user that reads the archive by DICOM, and by which service. */
export interface Reader {
  /** The name is the AE title of a device, or the name of a program or user. */
  readonly actor: Pick<Actor, 'id' | 'username'>
  readonly address: string
  readonly request: 'C-FIND' | 'C-GET' | 'C-MOVE' | 'QIDO-RS' | 'WADO-RS'
  /** The AE title to which a C-MOVE sends. */
  readonly destination?: string
}

interface ReadStudy {
  readonly clinicId: ClinicId
  readonly studyId: StudyId
}

export interface ReadLog {
  /** No images if only their attributes were read. */
  readonly recordRetrieval: (reader: Reader, study: ReadStudy, imageIds: readonly ImageId[]) => void
  readonly recordSearch: (reader: Reader, clinicId: ClinicId) => void
  /** Resolves when everything recorded is in the audit trail. */
  readonly flush: () => Promise<void>
}

export interface ReadLogDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly log: Logger
  /** The time during which the reads of a reader become one event. */
  readonly collectMs?: number | undefined
}

const defaultCollectMs = 5000
/** A program that reads the whole archive must not fill the memory. */
const batchesMax = 500

interface Batch {
  readonly reader: Reader
  readonly clinicId: ClinicId
  /** Undefined for searches. */
  readonly studyId: StudyId | undefined
  readonly startedOn: Instant
  readonly images: Set<ImageId>
  queries: number
}

/**
 * Writes to the audit trail what devices and programs read. The reads of a reader and study are
 * collected for five seconds and written in the background: a viewer that fetches 300 frames makes
 * an entry or two and waits for none, and a server that dies loses those of the last seconds only.
 */
export function createReadLog(deps: ReadLogDeps): ReadLog {
  const { unscopedDb, clock, log, collectMs = defaultCollectMs } = deps
  const batches = new Map<string, Batch>()
  const timers = new Map<string, NodeJS.Timeout>()
  let written: Promise<void> = Promise.resolve()

  async function write(batch: Batch): Promise<void> {
    const { reader, clinicId, studyId, startedOn, images, queries } = batch
    const { actor, address, request, destination } = reader
    const db = new ClinicDb(unscopedDb, [clinicId])
    // The events are found by their time in the order of their ids, so they have the time of writing.
    const context = { db, actor, address, clock }
    if (studyId === undefined)
      return recordAuditEvent(context, {
        action: 'dicom-receiver.search',
        entityId: clinicId,
        subject: actor.username,
        clinicId,
        after: { request, queries, since: startedOn },
      })
    const study = await findStudySubject(db, studyId)
    return recordAuditEvent(context, {
      action: 'image.retrieve',
      entityId: studyId,
      subject: study?.patientName ?? '',
      clinicId,
      after: {
        request,
        ...(destination !== undefined && { destination }),
        ...study,
        images: images.size,
        since: startedOn,
      },
    })
  }

  function close(key: string): void {
    clearTimeout(timers.get(key))
    timers.delete(key)
    const batch = batches.get(key)
    batches.delete(key)
    if (!batch) return
    // One after the other, so that requests do not wait for the database.
    written = written
      .then(() => write(batch))
      .catch((error: unknown) => log.error({ err: error }, 'a read by DICOM was not audited'))
  }

  const closeAll = () => {
    for (const key of batches.keys()) close(key)
  }

  function collect(reader: Reader, clinicId: ClinicId, studyId: StudyId | undefined): Batch {
    const { actor, address, request, destination } = reader
    const key = JSON.stringify([clinicId, studyId, actor, address, request, destination])
    const open = batches.get(key)
    if (open) return open
    if (batches.size >= batchesMax) closeAll()
    const startedOn = clock().toISOString()
    const batch = { reader, clinicId, studyId, startedOn, images: new Set<ImageId>(), queries: 0 }
    batches.set(key, batch)
    timers.set(key, setTimeout(() => close(key), collectMs).unref())
    return batch
  }

  return {
    recordRetrieval: (reader, { clinicId, studyId }, imageIds) => {
      const { images } = collect(reader, clinicId, studyId)
      for (const id of imageIds) images.add(id)
    },
    recordSearch: (reader, clinicId) => {
      collect(reader, clinicId, undefined).queries += 1
    },
    flush: async () => {
      closeAll()
      await written
    },
  }
}
