import { Refusal } from '@talus/contract'
import type { ClinicId, ImageId, StudyId, UserId } from '@talus/contract'
import { ClinicDb } from '../../db/clinic-db.ts'
import { touchClinic } from '../../db/listing/index.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { uniqueViolation } from '../../db/unique-violation.ts'
import type { FileStore, StoredFile } from '../../files/index.ts'
import type { Clock, Logger } from '../../jobs/define-job.ts'
import type { Reading, Readings } from '../../workers/index.ts'
import type { RecordedFile } from '../images/index.ts'
import * as queries from './archive.queries.ts'
import { fileRecords, placeOf } from './file-records.ts'
import type { Arrival, Filed, Taken } from './file-records.ts'
import type { Filing } from './filing.ts'
import { groupCommit } from './group-commit.ts'
import { missingUids } from './missing-uids.ts'
import { readStored } from './read-beginning.ts'
import { keyFor, receive } from './receive.ts'
import type { Received } from './receive.ts'
import { rewriteHead } from './rewrite-head.ts'

export interface ArchiveDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly readings: Readings
  readonly clock: Clock
  readonly log: Logger
  /** An image has come that somebody will soon look at. */
  readonly onImage?: (file: RecordedFile) => void
}

export interface Sender {
  readonly clinicId: ClinicId
  readonly userId: UserId
  readonly signal?: AbortSignal | undefined
  /** A file of another study is refused. */
  readonly studyInstanceUID?: string | undefined
  /** A file of another instance than the sender has announced is refused. */
  readonly instance?: { readonly sopClassUID: string; readonly sopInstanceUID: string } | undefined
  readonly taken?: Taken | undefined
}

export interface Stored {
  readonly outcome: 'stored' | 'known'
  readonly imageId: ImageId
  readonly studyId: StudyId
  readonly sopClassUID: string
  readonly sopInstanceUID: string
  readonly seriesInstanceUID: string
  readonly studyInstanceUID: string
}

export interface Archive {
  /**
   * Takes a DICOM file in. When this returns, the file is flushed to disk and its records are
   * committed; when it fails, nothing of it is there. The same instance again changes nothing.
   */
  store(bytes: AsyncIterable<Uint8Array>, sender: Sender): Promise<Stored>
  /** The second half of it, for a file that another thread has received. */
  file(received: Received, sender: Sender): Promise<Stored>
  /** A file is about to come, and somebody waits for it. */
  warm(): Promise<void>
  /** Files a file that lies in the store without records, because a server died in between. */
  adopt(file: StoredFile, sender: Sender): Promise<Stored>
}

export function openArchive(deps: ArchiveDeps): Archive {
  const { unscopedDb, files, readings, clock, log } = deps

  const commit = groupCommit<Arrival, Filed | Refusal>(async (arrivals) =>
    unscopedDb.transaction().execute(async (transaction) => {
      const now = clock()
      const filed: (Filed | Refusal)[] = []
      const changed = new Set<ClinicId>()
      for (const arrival of arrivals) {
        const db = new ClinicDb(transaction, [arrival.clinicId])
        // What is refused has written nothing: those beside it are committed all the same.
        const placed = await placeOf(db, arrival, now).catch(refusalIn)
        const result = placed instanceof Refusal ? placed : await fileRecords(db, placed, now)
        if (!(result instanceof Refusal) && result.hasChanged) changed.add(arrival.clinicId)
        filed.push(result)
      }
      for (const clinicId of changed) await touchClinic(transaction, clinicId)
      return filed
    }),
  )

  /** A file that names no study of its own is given one, in the file too: it will leave again. */
  async function completed(stored: StoredFile, reading: Reading, sender: Sender): Promise<Stored> {
    const added = missingUids(reading.identity, stored.sha256)
    if (!added) return file(stored, reading, sender)
    const original = { ...stored, pixelStart: reading.pixelStart }
    const key = keyFor(sender.clinicId, clock())
    const whole = await rewriteHead(files, original, added, key)
    await remove(stored.key)
    return removeRefused(key, async () =>
      file(whole, await readStored(readings, files, whole), sender),
    )
  }

  async function file(stored: StoredFile, reading: Reading, sender: Sender): Promise<Stored> {
    const { clinicId, userId, taken } = sender
    const arrival: Arrival = {
      clinicId,
      userId,
      taken,
      reading,
      file: { filePath: stored.key, sha256: stored.sha256, byteLength: stored.byteLength },
      announced: sender,
    }
    const filed = await onceMore(() => commit(arrival))
    if (filed instanceof Refusal) throw filed
    const { filing } = filed
    const isNew = await isKept(filed, arrival)
    if (isNew && isLookedAt(filing.image)) deps.onImage?.(arrival.file)
    return {
      outcome: isNew ? 'stored' : 'known',
      imageId: filed.imageId,
      studyId: filed.studyId,
      sopClassUID: filing.image.sopClassUID,
      sopInstanceUID: filing.image.sopInstanceUID,
      seriesInstanceUID: filing.series.seriesInstanceUID,
      studyInstanceUID: filing.study.studyInstanceUID,
    }
  }

  /** An instance that is there already is not kept twice, unless the file we had is gone. */
  async function isKept({ imageId, known }: Filed, { clinicId, file: ours }: Arrival) {
    if (!known || known.filePath === ours.filePath) return true
    if (await files.stat(known.filePath)) {
      await remove(ours.filePath)
      return false
    }
    log.warn({ imageId }, 'the file of an image was gone, and has come again')
    await queries.setFile(new ClinicDb(unscopedDb, [clinicId]), imageId, ours)
    return true
  }

  const remove = (key: string) =>
    files.remove(key).catch((error: unknown) => log.warn({ err: error }, 'a file is left over'))

  /** What was refused has no records. After any other fault it may have: the next sweep tells. */
  async function removeRefused<Result>(key: string, work: () => Promise<Result>) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal) await remove(key)
      throw error
    }
  }

  const fileReceived = ({ stored, reading }: Received, sender: Sender) =>
    removeRefused(stored.key, () => completed(stored, reading, sender))

  return {
    store: async (bytes, sender) => fileReceived(await receive(deps, bytes, sender), sender),
    file: fileReceived,
    warm: () => readings.warm(),
    adopt: (stored, sender) =>
      removeRefused(stored.key, async () =>
        completed(stored, await readStored(readings, files, stored), sender),
      ),
  }
}

function refusalIn(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

/** Stacks of slices have hundreds, and reports nothing to see. */
const isLookedAt = ({ hasPixels, modality }: Filing['image']) =>
  hasPixels && modality !== 'CT' && modality !== 'MR'

/** Two servers took the same instance at the same time: one of them was first. */
async function onceMore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (uniqueViolation(error) === undefined) throw error
    return work()
  }
}
