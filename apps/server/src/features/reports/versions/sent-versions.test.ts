import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import type { DicomServer, ImageId, StudyId } from '@talus/contract'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hasDcmtk, noDcmtk, startStorescp } from '../../../testing/dicom/dcmtk.ts'
import { hasOrthanc, noOrthanc, startOrthanc } from '../../../testing/dicom/orthanc.ts'
import { startMailServer } from '../../../testing/mail/mail-server.ts'
import {
  createReport,
  createReportDocument,
  createReporter,
  importStudy,
} from '../../../testing/records/reports.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let writer: string
let admin: string
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.createToken(server.first.users.superAdmin.id)
  writer = await createReporter(server, server.first.id, 'sends.reports')
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await server.unscopedDb.deleteFrom('dicomSend').execute()
  await server.unscopedDb.deleteFrom('dicomServer').execute()
})
afterAll(() => server.close())

const toHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function addServer(change: Partial<DicomServer>) {
  const peer = { serverName: 'PACS', aeTitle: 'PACS', host: '127.0.0.1', port: 9 }
  const body = { ...peer, description: 'TALUS', clinicId: server.first.id, ...change }
  return (await server.call(routes.dicomServer.create, { body }, admin)).body.id
}

async function create(studyId: StudyId, text: string) {
  const made = await createReport(server, writer, studyId, createReportDocument(text))
  expect(made.status).toBe(200)
  return made.body.report
}

async function importWithVersions(...texts: readonly string[]) {
  const study = await importStudy(server, server.first.id, admin)
  const versions = []
  for (const text of texts) versions.push(await create(study.studyId, text))
  return { ...study, versions }
}

const listQueued = async () =>
  (
    await server.unscopedDb
      .selectFrom('dicomSend')
      .select(['dicomServerId', 'imageId'])
      .orderBy('imageId')
      .execute()
  ).map(({ dicomServerId, imageId }) => [dicomServerId, imageId])

const sendAutomatically = (studyId: StudyId) =>
  server.call(routes.dicomServer.sendAutomatically, { body: { studyId } }, admin)
const send = (dicomServerId: DicomServer['id'], imageIdList: readonly ImageId[]) =>
  server.call(
    routes.dicomServer.send,
    { body: { dicomServerId, imageIdList: [...imageIdList] } },
    admin,
  )

const giveToOtherPatient = (studyId: StudyId) =>
  server.unscopedDb
    .updateTable('study')
    .set({ patientId: server.first.records.patientId })
    .where('id', '=', studyId)
    .execute()

test('each version is in the study list, among the documents, in a mail and in a link', async () => {
  const { studyId, versions } = await importWithVersions('One', 'Two')
  const imageIds = versions.map(({ imageId }) => imageId)
  const hashes = versions.map(({ sha256 }) => sha256)
  const page = await server.call(
    routes.study.page,
    { query: { ClinicId: server.first.id, size: 100 } },
    admin,
  )
  expect(page.body.rows.find((row) => row.studyId === studyId)).toMatchObject({ reportCount: 2 })
  const documents = await server.call(routes.document.ofStudy, { query: { studyId } }, admin)
  expect(documents.body.map(({ id, report }) => [id, report?.version])).toEqual([
    [imageIds[0], 1],
    [imageIds[1], 2],
  ])

  const { url } = (await server.call(routes.share.create, { body: { imageIds } }, admin)).body
  const path = new URL(url).pathname
  const shared = await Promise.all(
    [1, 2].map((number) => server.app.inject({ url: `${path}/report/${number}.pdf` })),
  )
  expect(shared.map(({ rawPayload }) => toHash(rawPayload))).toEqual(hashes)

  const mailbox = await startMailServer({
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? '' }),
  })
  closing.push(mailbox.close)
  await server.unscopedDb
    .deleteFrom('emailConfig')
    .where('clinicId', '=', server.first.id)
    .execute()
  const { id: emailConfigId } = await server.unscopedDb
    .insertInto('emailConfig')
    .values({
      clinicId: server.first.id,
      email: 'reports@clinic.example',
      hostName: '127.0.0.1',
      smtpPort: mailbox.port,
      password: server.secrets.seal('Mailbox-secret-1'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const body = { emailConfigId, imageIdList: imageIds, emailReceiver: ['vet@example.com'] }
  expect((await server.call(routes.emailConfig.send, { body }, admin)).status).toBe(200)
  const { attachments } = await PostalMime.parse(mailbox.received[0]?.raw ?? '')
  expect(attachments.map(({ content }) => toHash(new Uint8Array(content as ArrayBuffer)))).toEqual(
    hashes,
  )
})

test('automatic sends take the versions to the servers that get reports, and later ones follow', async () => {
  const reported = await addServer({ serverName: 'Reports', autoSend: true, sendReports: true })
  const plain = await addServer({ serverName: 'Images', autoSend: true, sendReports: false })
  const { studyId, imageId, versions } = await importWithVersions('One', 'Two')
  const [first, second] = versions.map((version) => version.imageId)
  expect(await listQueued()).toEqual([])
  await sendAutomatically(studyId)
  expect(await listQueued()).toEqual([
    [reported, imageId],
    [plain, imageId],
    [reported, first],
    [reported, second],
  ])
  const third = await create(studyId, 'Three')
  expect((await listQueued()).slice(4)).toEqual([[reported, third.imageId]])
  const [event] = await server.unscopedDb
    .selectFrom('auditEvent')
    .select(['after', 'username'])
    .where('action', '=', 'image.send')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(event).toMatchObject({ username: 'sends.reports' })
  expect(JSON.stringify(event?.after)).toContain(String(third.imageId))
})

test('a report of another patient is neither queued nor sent', async () => {
  const target = await addServer({ autoSend: true, sendReports: true })
  const { studyId, imageId, versions } = await importWithVersions('One')
  const [version] = versions.map((one) => one.imageId)
  if (version === undefined) throw new Error('no version')
  await giveToOtherPatient(studyId)
  // It was queued before the study got the other patient.
  const now = server.clock().toISOString()
  const queued = { dicomServerId: target, imageId: version, state: 'waiting' } as const
  const { id: userId } = server.first.users.superAdmin
  await server.unscopedDb
    .insertInto('dicomSend')
    .values({ ...queued, clinicId: server.first.id, userId, createdOn: now, nextTryOn: now })
    .execute()
  await expect
    .poll(
      async () =>
        (
          await server.unscopedDb
            .selectFrom('dicomSend')
            .select('state')
            .where('imageId', '=', version)
            .executeTakeFirst()
        )?.state,
      { timeout: 20_000 },
    )
    .toBe('cancelled')
  await sendAutomatically(studyId)
  expect(await listQueued()).toEqual([
    [target, imageId],
    [target, version],
  ])
  expect(await send(target, [version])).toRefuse('report/other-patient')
  const manual = await addServer({ serverName: 'By hand', sendReports: true })
  await send(manual, [imageId])
  expect((await listQueued()).filter(([id]) => id === manual)).toEqual([[manual, imageId]])
})

test(
  'storescp and Orthanc receive the PDF of the report unchanged',
  { timeout: 180_000 },
  async ({ skip }) => {
    skip(!hasDcmtk, noDcmtk)
    skip(!hasOrthanc, noOrthanc)
    const folder = await mkdtemp(join(tmpdir(), 'talus-sent-report-'))
    closing.push(() => rm(folder, { recursive: true, force: true }))
    const storescp = await startStorescp('-od', folder, '+xa')
    const orthanc = await startOrthanc()
    closing.push(storescp.close, orthanc.close)
    const { imageId, versions } = await importWithVersions('One', 'Two')
    const [first, second] = versions
    if (!first || !second) throw new Error('no versions')

    // The newest version goes along with the images.
    const archive = await addServer({
      serverName: 'Orthanc',
      aeTitle: 'ORTHANC',
      port: orthanc.port,
      sendReports: true,
    })
    expect((await send(archive, [imageId])).body).toMatchObject({ sent: 2 })
    expect(await orthanc.listInstances()).toContain(second.sopInstanceUID)
    expect(await orthanc.listInstances()).not.toContain(first.sopInstanceUID)
    const found = await orthanc.send('POST', 'tools/lookup', second.sopInstanceUID)
    const [{ ID }] = (await found.json()) as [{ ID: string }]
    const pdf = await orthanc.send('GET', `instances/${ID}/pdf`)
    expect(toHash(new Uint8Array(await pdf.arrayBuffer()))).toBe(second.sha256)

    // A version that the user chooses goes alone.
    const receiver = await addServer({ serverName: 'storescp', port: storescp.port })
    expect((await send(receiver, [first.imageId])).body).toMatchObject({ sent: 1 })
    const [name = ''] = await readdir(folder)
    const target = join(folder, 'report.pdf')
    execFileSync('dcm2pdf', [join(folder, name), target])
    expect(toHash(await readFile(target))).toBe(first.sha256)
  },
)
