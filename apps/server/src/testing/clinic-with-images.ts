import { createHash } from 'node:crypto'
import { folded } from '@talus/contract'
import type { ClinicId, ImageId, PatientId, StudyId, UserId } from '@talus/contract'
import { indexPatient, indexStudy } from '../db/listing/index.ts'
import { insertClinic, insertUser } from './people.ts'
import type { TestServer } from './test-server.ts'

export interface NewImage {
  readonly studyId: StudyId
  /** Of the file that is stored; without it, there is none. */
  readonly bytes?: Uint8Array
  readonly filePath?: string
  readonly bodyPart?: string
  readonly isRejected?: boolean
  /** What the record says of the file, where that is not the truth. */
  readonly sha256?: string
  readonly byteLength?: number
}

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A Part 10 file as far as a zip cares: a preamble, the mark, and what comes after. */
export const dicomBytes = (rest: string | Uint8Array, preamble: Uint8Array = Buffer.alloc(128)) =>
  Buffer.concat([preamble, Buffer.from('DICM'), Buffer.from(rest)])

const createdOn = '2026-02-11T02:30:00.000Z'
let clinics = 0

/** A clinic of its own for a test, with somebody who may download it. */
export async function clinicWithImages(
  {
    unscopedDb,
    files,
    tokenOf,
    passwordHash,
  }: Pick<TestServer, 'unscopedDb' | 'files' | 'tokenOf' | 'passwordHash'>,
  name: string,
) {
  const clinicId: ClinicId = await insertClinic(unscopedDb, name)
  const userId: UserId = await insertUser(unscopedDb, {
    username: `downloader.${(clinics += 1)}`,
    clinicId,
    flags: { bulkDownload: true },
    passwordHash,
  })
  let numbers = 0
  const owned = { clinicId, userId, createdOn }

  async function addPatient(patientName: string, code?: string): Promise<PatientId> {
    numbers += 1
    const { id } = await unscopedDb
      .insertInto('patient')
      .values({
        ...owned,
        patientId: code ?? `P-${numbers}`,
        accessionCode: `A-${numbers}`,
        name: patientName,
        search: folded(patientName),
        speciesId: 1,
        sex: null,
        birthDate: null,
        breedId: null,
        description: '',
        ownerId: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await indexPatient(unscopedDb, id)
    return id
  }

  async function addStudy(patientId: PatientId, isDeleted = false): Promise<StudyId> {
    numbers += 1
    const uid = `2.25.${clinicId}.${numbers}`
    const { id } = await unscopedDb
      .insertInto('study')
      .values({
        ...owned,
        patientId,
        isDeleted,
        studyInstanceUID: uid,
        sopInstanceUID: `${uid}.1`,
        modality: 'General',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await indexStudy(unscopedDb, id)
    return id
  }

  async function addImage({ studyId, bytes, ...image }: NewImage): Promise<ImageId> {
    numbers += 1
    const filePath = image.filePath ?? `images/${clinicId}/${numbers}.dcm`
    if (bytes) await files.put(filePath, bytes)
    const { id } = await unscopedDb
      .insertInto('image')
      .values({
        ...owned,
        studyId,
        filePath,
        modality: 'General',
        bodyPart: image.bodyPart ?? 'Chest',
        bodyPartView: 'LAT',
        animalSize: 'Medium',
        sha256: image.sha256 ?? (bytes ? sha256Of(bytes) : ''),
        byteLength: image.byteLength ?? bytes?.byteLength ?? 0,
        sopInstanceUID: `2.25.${clinicId}.${numbers}`,
        seriesInstanceUID: `2.25.${clinicId}.0`,
        sensor: '',
        isRejected: image.isRejected ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  return { id: clinicId, userId, token: await tokenOf(userId), addPatient, addStudy, addImage }
}

export type ClinicWithImages = Awaited<ReturnType<typeof clinicWithImages>>
