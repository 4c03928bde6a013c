import { buffer } from 'node:stream/consumers'
import { ImportLine, routes } from '@talus/contract'
import type { TrayDecision, TrayGroup, TrayState } from '@talus/contract'
import { readDicom } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createRadiograph, toUid } from '../dicom/dicom-objects.ts'
import { importFile } from '../dicom/dicom-web-client.ts'
import { startTestServer } from '../server/test-server.ts'
import type { TestServer } from '../server/test-server.ts'

interface Tokens {
  readonly staff: string
  readonly admin: string
  readonly root: string
}

/** Starts a server for the tests of a file about the conflict tray of its first clinic. */
export function setUpTray() {
  let server: TestServer
  let tokens: Tokens

  beforeAll(async () => {
    server = await startTestServer()
    // The record of the fixture would be counted with the entries of the tests.
    await server.unscopedDb.deleteFrom('trayEntry').execute()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    const { users } = server.first
    tokens = {
      staff: await server.createToken(users.staff.id),
      admin: await server.createToken(users.clinicAdmin.id),
      root: await server.createToken(users.root.id),
    }
  })

  /** Imports a file. */
  const store = async (bytes: Uint8Array) =>
    ImportLine.parse(JSON.parse((await importFile(server, tokens.staff, bytes)).body))

  /** Imports a radiograph; see `createOwnStudy`. */
  const send = (...radiograph: Parameters<typeof createOwnStudy>) =>
    store(createOwnStudy(...radiograph))

  const list = async (state: TrayState = 'waiting') => {
    const query = { ClinicId: server.first.id, state }
    return (await server.call(routes.tray.list, { query }, tokens.staff)).body
  }

  async function findGroup(isWanted: (group: TrayGroup) => boolean): Promise<TrayGroup> {
    const group = (await list()).find(isWanted)
    if (!group) throw new Error('nothing waits')
    return group
  }

  const decide = (
    { entryIds }: Pick<TrayGroup, 'entryIds'>,
    decision: TrayDecision,
    more: Record<string, unknown> = {},
    by = tokens.admin,
  ) => server.call(routes.tray.decide, { body: { entryIds, decision, ...more } }, by)

  const findPatient = (number: string) =>
    server.unscopedDb
      .selectFrom('patient')
      .selectAll()
      .where('patientId', '=', number)
      .where('clinicId', '=', server.first.id)
      .executeTakeFirstOrThrow()

  /** The images of the animal with this number, with their study and animal. */
  const listImages = (number: string) =>
    server.unscopedDb
      .selectFrom('image')
      .innerJoin('study', 'study.id', 'image.studyId')
      .innerJoin('patient', 'patient.id', 'study.patientId')
      .select(['image.id', 'image.studyId', 'image.sopInstanceUID', 'image.seriesInstanceUID'])
      .select(['image.filePath', 'image.sha256', 'study.studyInstanceUID', 'study.isDeleted'])
      .select(['patient.name', 'patient.id as patientDatabaseId'])
      .where('patient.patientId', '=', number)
      .where('patient.clinicId', '=', server.first.id)
      .orderBy('image.id')
      .execute()

  async function readStored(filePath: string) {
    const stream = await server.files.read(filePath)
    return readDicom(new Uint8Array(stream ? await buffer(stream) : []))
  }

  return {
    get server() {
      return server
    },
    /** The tokens of the running test. */
    get tokens() {
      return tokens
    },
    store,
    send,
    list,
    /** The waiting group of files that claim this name. */
    findGroupOfName: (name: string) => findGroup(({ claim }) => claim.name === name),
    /** The waiting group of files that claim this patient ID. */
    findGroupOfNumber: (number: string) => findGroup(({ claim }) => claim.patientId === number),
    decide,
    findPatient,
    listImages,
    readStored,
  }
}

/** A radiograph of a study of its own, unless the attributes name another one. */
export const createOwnStudy = (
  name: string,
  attributes: Attributes = {},
  options?: { readonly seed?: number },
) =>
  createRadiograph(
    name,
    {
      StudyInstanceUID: toUid(`study ${name}`),
      SeriesInstanceUID: toUid(`series ${name}`),
      PatientBirthDate: '',
      ResponsiblePerson: '',
      ...attributes,
    },
    options,
  )
