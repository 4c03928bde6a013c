import { createHash } from 'node:crypto'
import { foldText } from '@talus/contract'
import type { ClinicId, ImageId, OwnerId, PatientId, StudyId, UserId } from '@talus/contract'
import { indexPatient, indexStudy } from '../../db/listing/index.ts'
import { insertClinic, insertUser } from '../records/clinics-and-users.ts'
import type { TestServer } from '../server/test-server.ts'

export interface NewImage {
  readonly studyId: StudyId
  /** Content of the stored file; without it, no file is stored. */
  readonly bytes?: Uint8Array
  readonly filePath?: string
  readonly bodyPart?: string
  readonly isRejected?: boolean
  /** Values of the record that differ from the file. */
  readonly sha256?: string
  readonly byteLength?: number
}

export const toSha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A minimal Part 10 file for zip tests: preamble, DICM prefix, and arbitrary bytes. */
export const createDicomBytes = (
  rest: string | Uint8Array,
  preamble: Uint8Array = Buffer.alloc(128),
) => Buffer.concat([preamble, Buffer.from('DICM'), Buffer.from(rest)])

const createdOn = '2026-02-11T02:30:00.000Z'
let clinics = 0

/** Creates a clinic for one test, with a user who may download its images. */
export async function createClinicWithImages(
  {
    unscopedDb,
    files,
    createToken,
    passwordHash,
  }: Pick<TestServer, 'unscopedDb' | 'files' | 'createToken' | 'passwordHash'>,
  name: string,
) {
  const clinicId: ClinicId = await insertClinic(unscopedDb, name)
  const userId: UserId = await insertUser(unscopedDb, {
    username: `downloader.${(clinics += 1)}`,
    clinicId,
    flags: { bulkDownload: true },
    passwordHash,
  })
  let serial = 0
  const owned = { clinicId, userId, createdOn }

  async function addOwner(ownerName: string): Promise<OwnerId> {
    const { id } = await unscopedDb
      .insertInto('owner')
      .values({
        ...owned,
        name: ownerName,
        search: foldText(ownerName),
        address: '',
        phone: null,
        email: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  async function addPatient(
    patientName: string,
    code?: string,
    ownerId: OwnerId | null = null,
  ): Promise<PatientId> {
    serial += 1
    const { id } = await unscopedDb
      .insertInto('patient')
      .values({
        ...owned,
        patientId: code ?? `P-${serial}`,
        accessionCode: `A-${serial}`,
        name: patientName,
        search: foldText(patientName),
        speciesId: 1,
        sex: null,
        birthDate: null,
        breedId: null,
        description: '',
        ownerId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await indexPatient(unscopedDb, id)
    return id
  }

  async function addStudy(patientId: PatientId, isDeleted = false): Promise<StudyId> {
    serial += 1
    const uid = `2.25.${clinicId}.${serial}`
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
    serial += 1
    const filePath = image.filePath ?? `images/${clinicId}/${serial}.dcm`
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
        sha256: image.sha256 ?? (bytes ? toSha256(bytes) : ''),
        byteLength: image.byteLength ?? bytes?.byteLength ?? 0,
        sopInstanceUID: `2.25.${clinicId}.${serial}`,
        seriesInstanceUID: `2.25.${clinicId}.0`,
        sensor: '',
        isRejected: image.isRejected ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  return {
    id: clinicId,
    userId,
    token: await createToken(userId),
    addOwner,
    addPatient,
    addStudy,
    addImage,
  }
}

export type ClinicWithImages = Awaited<ReturnType<typeof createClinicWithImages>>
