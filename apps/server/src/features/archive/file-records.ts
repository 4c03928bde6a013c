import type { ImageId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { indexStudy, lockClinic, touchClinic } from '../../db/listing/index.ts'
import * as archive from './archive.queries.ts'
import type { Creator, Row } from './archive.queries.ts'
import { patientFor } from './file-patient.ts'
import { nothingKnown } from './exposure.ts'
import type { Filing } from './filing.ts'

/**
 * An image that was taken here: what its annotation and its room say goes before what can be read in
 * the file, and what hangs on it is written with it.
 */
export interface Taken {
  readonly image: Partial<
    Pick<Row<'image'>, 'bodyPart' | 'bodyPartView' | 'sensor' | 'createdOn'>
  > &
    Pick<Row<'image'>, 'animalSize'>
  readonly exposure: Partial<Omit<Row<'imageExposure'>, 'imageId' | 'clinicId'>>
  /** In the same transaction, which may be begun again. */
  readonly also: (db: ClinicDb, imageId: ImageId) => Promise<void>
}

/** A file that lies in the store already, and what it says of itself. */
export interface Arrival extends Creator {
  readonly taken?: Taken | undefined
  readonly filing: Filing
  readonly json: string
  readonly file: {
    readonly filePath: string
    readonly sha256: string
    readonly byteLength: number
  }
}

export interface Filed {
  readonly imageId: ImageId
  readonly studyId: StudyId
  /** Undefined for an instance that is new; otherwise where its file lies. */
  readonly known?: { readonly filePath: string; readonly sha256: string }
}

/** Writes the records of a file. The caller holds the transaction. */
export async function fileRecords(db: ClinicDb, arrival: Arrival, now: Date): Promise<Filed> {
  const { filing, clinicId } = arrival
  const { sopInstanceUID } = filing.image
  const before = await archive.findImage(db, sopInstanceUID)
  if (before) {
    if (arrival.taken) await setTaken(db, arrival, arrival.taken, before.id)
    return knownImage(before)
  }
  const { studyId, hasSeries } = await studyFor(db, arrival, now)
  if (!hasSeries) await addSeries(db, arrival, studyId, now)
  const { id: imageId } = await archive.insertImage(db, {
    ...filing.image,
    ...arrival.file,
    clinicId,
    userId: arrival.userId,
    studyId,
    seriesInstanceUID: filing.series.seriesInstanceUID,
    animalSize: null,
    ...arrival.taken?.image,
  })
  await archive.insertHeader(db, { imageId, clinicId, json: arrival.json })
  const exposure = exposureFor(arrival)
  if (exposure) await archive.insertExposure(db, { imageId, clinicId, ...exposure })
  await arrival.taken?.also(db, imageId)
  await touchClinic(db.unscopedDb, clinicId)
  return { imageId, studyId }
}

const exposureFor = ({ filing, taken }: Arrival) =>
  taken ? { ...nothingKnown, ...filing.exposure, ...taken.exposure } : filing.exposure

/**
 * A server that died after the file was written leaves a file that nobody knows, and the next one
 * files it by what can be read in it. Whoever has taken it knows more.
 */
async function setTaken(
  db: ClinicDb,
  arrival: Arrival,
  { image, also }: Taken,
  imageId: ImageId,
): Promise<void> {
  const { clinicId, userId } = arrival
  await archive.setImage(db, imageId, { ...image, userId })
  await archive.removeExposure(db, imageId)
  await archive.insertExposure(db, { imageId, clinicId, ...nothingKnown, ...exposureFor(arrival) })
  await also(db, imageId)
  await touchClinic(db.unscopedDb, clinicId)
}

const knownImage = ({
  id,
  studyId,
  filePath,
  sha256,
}: NonNullable<Awaited<ReturnType<typeof archive.findImage>>>): Filed => ({
  imageId: id,
  studyId,
  known: { filePath, sha256 },
})

interface StudyPlace {
  readonly studyId: StudyId
  readonly hasSeries: boolean
}

async function studyFor(db: ClinicDb, arrival: Arrival, now: Date): Promise<StudyPlace> {
  const { filing, clinicId, userId } = arrival
  const { study } = filing
  const find = async () => {
    const { seriesInstanceUID } = filing.series
    const found = await archive.findStudy(db, study.studyInstanceUID, seriesInstanceUID)
    return found && { ...found, studyId: found.id, hasSeries: found.seriesId !== null }
  }
  const known = await find()
  if (known) {
    if (known.modality === 'Unspecified' && study.modality !== 'Unspecified')
      await archive.setModality(db, known.id, study.modality)
    return known
  }
  // Two senders of one study at the same time: the second sees what the first has made.
  await lockClinic(db.unscopedDb, clinicId)
  const made = await find()
  if (made) return made
  const patientId = await patientFor(db, filing.patient, { clinicId, userId }, now)
  const { id: studyId } = await archive.insertStudy(db, {
    ...study,
    clinicId,
    userId,
    patientId,
    sopInstanceUID: filing.image.sopInstanceUID,
  })
  await indexStudy(db.unscopedDb, studyId)
  return { studyId, hasSeries: false }
}

async function addSeries(db: ClinicDb, arrival: Arrival, studyId: StudyId, now: Date) {
  const { clinicId } = arrival
  const { series } = arrival.filing
  await archive.insertSeries(db, { ...series, clinicId, studyId, createdOn: now.toISOString() })
}
