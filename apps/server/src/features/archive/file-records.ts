import { refuse } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { indexStudy, lockClinic } from '../../db/listing/index.ts'
import type { Reading } from '../../workers/index.ts'
import * as archive from './archive.queries.ts'
import type { Creator, Row } from './archive.queries.ts'
import { patientFor } from './file-patient.ts'
import { nothingKnown } from './exposure.ts'
import { filingOf } from './filing.ts'
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
  readonly reading: Reading
  readonly file: {
    readonly filePath: string
    readonly sha256: string
    readonly byteLength: number
  }
  /** What the sender has said that it is; anything else is refused. */
  readonly announced: {
    readonly studyInstanceUID?: string | undefined
    readonly instance?:
      | { readonly sopClassUID: string; readonly sopInstanceUID: string }
      | undefined
  }
}

/** An arrival, where it belongs by what it says, and what its clinic has of that already. */
export interface Placed {
  readonly arrival: Arrival
  readonly filing: Filing
  readonly place: Place
}
type Place = Awaited<ReturnType<typeof archive.findPlace>>[number]

export interface Filed {
  readonly imageId: ImageId
  readonly studyId: StudyId
  readonly filing: Filing
  /** Undefined for an instance that is new; otherwise where its file lies. */
  readonly known?: { readonly filePath: string; readonly sha256: string }
  readonly hasChanged: boolean
}

/** Says where a file belongs, or refuses it. Writes nothing. */
export async function placeOf(db: ClinicDb, arrival: Arrival, now: Date): Promise<Placed> {
  const { clinicId, reading, announced, file } = arrival
  const { identity, pixelEnd } = reading
  const [place] = await archive.findPlace(db.unscopedDb, {
    clinicId,
    studyInstanceUID: identity.studyInstanceUid,
    seriesInstanceUID: identity.seriesInstanceUid,
    sopInstanceUID: identity.sopInstanceUid,
  })
  if (!place) refuse('record/not-found')
  if (pixelEnd !== undefined && pixelEnd > file.byteLength) refuse('import/damaged')
  const filing = filingOf(reading, place, now)
  const { studyInstanceUID, instance } = announced
  if (studyInstanceUID !== undefined && studyInstanceUID !== filing.study.studyInstanceUID)
    refuse('import/other-study')
  const { sopClassUID, sopInstanceUID } = filing.image
  const isOther =
    instance?.sopClassUID !== sopClassUID || instance.sopInstanceUID !== sopInstanceUID
  if (instance && isOther) refuse('import/other-instance')
  return { arrival, filing, place }
}

/** Writes the records of a file. The caller holds the transaction. */
export async function fileRecords(db: ClinicDb, placed: Placed, now: Date): Promise<Filed> {
  const { arrival, filing, place } = placed
  const { clinicId, userId, taken } = arrival
  // By the name it has, or had before its raw data were processed again.
  const knownId = place.imageId ?? place.replacingId
  if (knownId !== null) {
    const { id: imageId, studyId, filePath, sha256 } = await archive.findImage(db, knownId)
    if (taken) await setTaken(db, placed, taken, imageId)
    return {
      imageId,
      studyId,
      filing,
      known: { filePath, sha256 },
      hasChanged: taken !== undefined,
    }
  }
  const { studyId, hasSeries } = await studyFor(db, placed, now)
  if (!hasSeries) await addSeries(db, placed, studyId, now)
  const imageId = await archive.insertImage(db, {
    ...filing.image,
    ...arrival.file,
    clinicId,
    userId,
    studyId,
    seriesInstanceUID: filing.series.seriesInstanceUID,
    animalSize: null,
    ...taken?.image,
  })
  await archive.insertHeader(db, { imageId, clinicId, json: arrival.reading.json })
  const exposure = exposureFor(placed)
  if (exposure) await archive.insertExposure(db, { imageId, clinicId, ...exposure })
  await taken?.also(db, imageId)
  return { imageId, studyId, filing, hasChanged: true }
}

const exposureFor = ({ filing, arrival: { taken } }: Placed) =>
  taken ? { ...nothingKnown, ...filing.exposure, ...taken.exposure } : filing.exposure

/**
 * A server that died after the file was written leaves a file that nobody knows, and the next one
 * files it by what can be read in it. Whoever has taken it knows more.
 */
async function setTaken(
  db: ClinicDb,
  placed: Placed,
  { image, also }: Taken,
  imageId: ImageId,
): Promise<void> {
  const { clinicId, userId } = placed.arrival
  await archive.setImage(db, imageId, { ...image, userId })
  await archive.removeExposure(db, imageId)
  await archive.insertExposure(db, { imageId, clinicId, ...nothingKnown, ...exposureFor(placed) })
  await also(db, imageId)
}

interface StudyPlace {
  readonly studyId: StudyId
  readonly hasSeries: boolean
}

async function studyFor(db: ClinicDb, placed: Placed, now: Date): Promise<StudyPlace> {
  const { filing, place } = placed
  const { clinicId, userId } = placed.arrival
  const { study } = filing
  if (place.studyId !== null) {
    if (place.studyModality === 'Unspecified' && study.modality !== 'Unspecified')
      await archive.setModality(db, place.studyId, study.modality)
    return { studyId: place.studyId, hasSeries: place.seriesId !== null }
  }
  // Two senders of one study at the same time: the second sees what the first has made.
  await lockClinic(db.unscopedDb, clinicId)
  const { seriesInstanceUID } = filing.series
  const made = await archive.findStudy(db, study.studyInstanceUID, seriesInstanceUID)
  if (made) return { studyId: made.id, hasSeries: made.seriesId !== null }
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

async function addSeries(db: ClinicDb, { arrival, filing }: Placed, studyId: StudyId, now: Date) {
  const { clinicId } = arrival
  const { series } = filing
  await archive.insertSeries(db, { ...series, clinicId, studyId, createdOn: now.toISOString() })
}
