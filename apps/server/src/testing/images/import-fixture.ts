import { ImportLine } from '@talus/contract'
import type { ErrorReply } from '@talus/contract'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestServer } from '../server/test-server.ts'
import type { TestServer } from '../server/test-server.ts'

/** Starts a server for the tests of a file, and imports files as a user of its first clinic. */
export function setUpImports() {
  let server: TestServer
  let token: string

  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    token = await server.createToken(server.first.users.staff.id)
  })

  async function send(
    bytes: Uint8Array,
    { type = 'application/dicom', by = token, language = 'en' } = {},
  ) {
    const response = await server.app.inject({
      method: 'POST',
      url: `${server.config.apiBase}image/import?name=file`,
      headers: {
        authorization: `Bearer ${by}`,
        'content-type': type,
        'accept-language': language,
      },
      payload: Buffer.from(bytes),
    })
    const { statusCode: status, body } = response
    if (status !== 200) return { status, error: response.json<ErrorReply>(), lines: [] }
    const lines = body
      .trim()
      .split('\n')
      .map((line) => ImportLine.parse(JSON.parse(line)))
    return { status, error: undefined, lines }
  }

  const importOutcomes = async (bytes: Uint8Array, type?: string) =>
    (await send(bytes, type === undefined ? {} : { type })).lines.map(({ outcome }) => outcome)

  async function listStoredFiles() {
    const keys: string[] = []
    for await (const { key } of server.files.list('images')) keys.push(key)
    return keys
  }

  const findImage = (sopInstanceUID: string, clinicId = server.first.id) =>
    server.unscopedDb
      .selectFrom('image')
      .innerJoin('study', 'study.id', 'image.studyId')
      .innerJoin('patient', 'patient.id', 'study.patientId')
      .leftJoin('owner', 'owner.id', 'patient.ownerId')
      .leftJoin('imageHeader', 'imageHeader.imageId', 'image.id')
      .selectAll('image')
      .select([
        'patient.id as patientDatabaseId',
        'patient.name as patientName',
        'patient.patientId as patientNumber',
        'patient.speciesId',
        'patient.sex',
        'patient.neutered',
        'patient.birthDate',
        'owner.name as ownerName',
        'study.createdOn as studyDate',
        'study.modality as studyModality',
        'imageHeader.json',
      ])
      .where('image.sopInstanceUID', '=', sopInstanceUID)
      .where('image.clinicId', '=', clinicId)
      .executeTakeFirst()

  return {
    get server() {
      return server
    },
    get token() {
      return token
    },
    send,
    importOutcomes,
    listStoredFiles,
    findImage,
  }
}
