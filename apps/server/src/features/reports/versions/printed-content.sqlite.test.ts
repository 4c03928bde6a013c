import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash, randomUUID } from 'node:crypto'
import { routes } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createReport,
  createReportDocument,
  createReporter,
  importStudy,
} from '../../../testing/records/reports.ts'
import { readZip } from '../../../testing/images/read-zip.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined

let server: TestServer
let token: string
let admin: string

beforeAll(async () => {
  server = await startTestServer()
  token = await createReporter(server, server.first.id, 'prints.reports')
  admin = await server.createToken(server.first.users.clinicAdmin.id)
})
afterAll(() => server.close())

const importOne = () => importStudy(server, server.first.id, admin)
const listVersions = async (studyId: StudyId) =>
  (await server.call(routes.report.versions, { params: { studyId } }, token)).body

const findPatientId = async (studyId: StudyId) =>
  (
    await server.unscopedDb
      .selectFrom('study')
      .select('patientId')
      .where('id', '=', studyId)
      .executeTakeFirstOrThrow()
  ).patientId

async function renamePatient(studyId: StudyId, name: string) {
  const id = await findPatientId(studyId)
  await server.unscopedDb.updateTable('patient').set({ name }).where('id', '=', id).execute()
}

/** A report of one page that shows one image with a caption. */
function createWithImage(slot: { imageId: ImageId; studyId: StudyId }, caption: string) {
  const document = createReportDocument('Compared.', [slot])
  const text = JSON.stringify(document).replace('"caption":"Chest"', `"caption":"${caption}"`)
  return JSON.parse(text) as Record<string, unknown>
}

async function readText(imageId: ImageId): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'talus-printed-'))
  try {
    const ticket = await server.call(
      routes.document.createTicket,
      { params: { id: imageId } },
      token,
    )
    const url = `${server.config.apiBase}document/ticket/${ticket.body.ticket}`
    await writeFile(join(folder, 'a.pdf'), (await server.app.inject({ url })).rawPayload)
    return execFileSync('pdftotext', [join(folder, 'a.pdf'), '-'], { encoding: 'utf8' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('an image of another patient must be named in its caption, and the version is marked', async () => {
  const { studyId, imageId } = await importOne()
  const other = await importOne()
  await renamePatient(other.studyId, 'Luna')
  const silent = await createReport(server, token, studyId, createWithImage(other, 'Chest'))
  expect(silent).toRefuse('report/other-patient-unnamed')
  expect(silent.body).toMatchObject({ message: expect.stringContaining('Luna') as unknown })
  expect(await listVersions(studyId)).toEqual([])

  const named = createWithImage(other, 'Luna (P-2), chest')
  const made = await createReport(server, token, studyId, named)
  expect(made.body.report).toMatchObject({ showsOtherPatient: true, isOfOtherPatient: false })
  const own = createWithImage({ studyId, imageId }, 'Chest')
  const second = await createReport(server, token, studyId, own)
  expect(second.body.report).toMatchObject({ version: 2, showsOtherPatient: false })
  expect(await listVersions(studyId)).toMatchObject([
    { version: 2, showsOtherPatient: false },
    { version: 1, showsOtherPatient: true },
  ])
})

test.skipIf(!hasPdftotext)(
  'patients without a name are called so in the language of the report',
  async () => {
    const { studyId } = await importOne()
    const other = await importOne()
    const [patientId, otherId] = [await findPatientId(studyId), await findPatientId(other.studyId)]
    const rename = async (id: typeof patientId, count: number) =>
      server.unscopedDb
        .updateTable('patient')
        .set({ name: `Unnamed ${count}`, patientId: `UNNAMED-${count}` })
        .where('id', '=', id)
        .execute()
    await rename(patientId, 71)
    await rename(otherId, 72)
    const refused = await createReport(server, token, studyId, createWithImage(other, 'Sans nom'))
    expect(refused).toRefuse('report/other-patient-unnamed')
    const named = createWithImage(other, 'Sans nom 72')
    const { body } = await createReport(server, token, studyId, named)
    const text = await readText(body.report.imageId)
    expect(text).toContain('Sans nom 71')
    expect(text).not.toContain('Unnamed')
  },
)

test('another study of the same patient needs no name', async () => {
  const { studyId } = await importOne()
  const earlier = await importOne()
  const patientId = await findPatientId(studyId)
  await server.unscopedDb
    .updateTable('study')
    .set({ patientId })
    .where('id', '=', earlier.studyId)
    .execute()
  const made = await createReport(server, token, studyId, createWithImage(earlier, 'Chest'))
  expect(made.body.report).toMatchObject({ showsOtherPatient: false })
})

test('an empty report is refused', async () => {
  const { studyId } = await importOne()
  const document = createReportDocument(' ')
  const empty = JSON.parse(JSON.stringify(document).replace('"title":"Thorax"', '"title":""'))
  expect(await createReport(server, token, studyId, empty)).toRefuse('report/empty')
})

test("a page with other slots than 0, 1, 2 or 4 is refused: 'An image count of 3 is not allowed'", async () => {
  const { studyId } = await importOne()
  const document = createReportDocument('x')
  const three = JSON.parse(JSON.stringify(document).replace('"imageCount":0', '"imageCount":3'))
  const refused = await createReport(server, token, studyId, three)
  expect(refused).toRefuse('report/image-count')
  expect(refused.body).toMatchObject({ message: 'An image count of 3 is not allowed' })
  const draft = { params: { studyId }, body: { version: 0, document: three } }
  expect(await server.call(routes.report.saveDraft, draft, token)).toRefuse('report/image-count')
})

test('a PDF without a page is refused, and one with packed objects is not', async () => {
  const { studyId } = await importOne()
  const upload = (content: string) =>
    server.call(
      routes.study.uploadReport,
      {
        form: {
          fields: { studyId, fileName: 'Result.pdf' },
          files: { pdfFile: [new File([`%PDF-1.7\n${content}\n%%EOF\n`], 'x.pdf')] },
        },
      },
      token,
    )
  const script = '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'
  const empty = `1 0 obj <</Type /Catalog /Pages 2 0 R ${script}>> endobj
2 0 obj <</Type /Pages /Kids [] /Count 0>> endobj`
  expect(await upload(empty)).toRefuse('report/not-pdf')
  // The name is divided by the end of the first read.
  const far = `${'%'.repeat(1024 * 1024 - 12)}\n<</Type/Page>>`
  expect((await upload(far)).status).toBe(200)
  expect((await upload('<</Type/ObjStm>>')).status).toBe(200)
  expect((await upload('<</Type/P#61ge>>')).status).toBe(200)
})

test.skipIf(!hasPdftotext)(
  'every page states version, state and author, and the breed is in the language of the report',
  async () => {
    const { studyId } = await importOne()
    const { id: breedId } = await server.unscopedDb
      .insertInto('breed')
      .values({ name: 'Labrador Retriever', speciesId: 1, code: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await server.unscopedDb
      .updateTable('patient')
      .set({ breedId })
      .where('id', '=', await findPatientId(studyId))
      .execute()
    await createReport(server, token, studyId, createReportDocument('Première.'))
    const made = await server.call(
      routes.report.create,
      {
        params: { studyId },
        body: { key: randomUUID(), document: createReportDocument('Seconde.'), isVerified: true },
      },
      token,
    )
    const text = await readText(made.body.report.imageId)
    expect(text).toContain('Version 2, définitive')
    expect(text).toContain('Retriever du Labrador')
    const [, first] = await listVersions(studyId)
    expect(await readText(first?.imageId ?? made.body.report.imageId)).toContain(
      'Version 1, non définitive',
    )
    const documents = await server.call(routes.document.ofStudy, { query: { studyId } }, token)
    expect(documents.body.map(({ report }) => report)).toMatchObject([
      { version: 1, isVerified: false, username: 'prints.reports', isOfOtherPatient: false },
      { version: 2, isVerified: true },
    ])
  },
)

test('two reports that are made at once print different versions', async () => {
  const { studyId } = await importOne()
  const made = await Promise.all(
    ['Un.', 'Deux.', 'Trois.'].map((text) =>
      createReport(server, token, studyId, createReportDocument(text)),
    ),
  )
  expect(new Set(made.map(({ body }) => body.report.version))).toEqual(new Set([1, 2, 3]))
  if (!hasPdftotext) return
  for (const { body } of made)
    expect(await readText(body.report.imageId)).toContain(`Version ${body.report.version},`)
})

test('a zip of pictures has the PDF of a report, and none that names another patient', async () => {
  const { studyId, imageId } = await importOne()
  const made = await createReport(server, token, studyId, createReportDocument('Normal.'))
  const { report } = made.body
  const superAdmin = await server.createToken(server.first.users.superAdmin.id)
  const download = () =>
    server.app.inject({
      method: 'POST',
      url: `${server.config.apiBase}image/download`,
      headers: { authorization: `Bearer ${superAdmin}` },
      payload: { imageIds: [imageId, report.imageId], type: 'JPEG' },
    })
  const entries = await readZip((await download()).rawPayload)
  expect(entries.map(({ name }) => name.split('.').at(-1))).toEqual(['jpg', 'pdf', 'csv'])
  const sha256 = createHash('sha256')
    .update(entries[1]?.bytes ?? '')
    .digest('hex')
  expect(sha256).toBe(report.sha256)

  const other = await importOne()
  await server.unscopedDb
    .updateTable('study')
    .set({ patientId: await findPatientId(other.studyId) })
    .where('id', '=', studyId)
    .execute()
  const refused = await download()
  expect(refused.json()).toMatchObject({ code: 'report/other-patient' })
})
