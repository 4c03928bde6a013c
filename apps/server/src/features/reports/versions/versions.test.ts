import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createPictureFile,
  createReport,
  createReportDocument,
  createReporter,
  hardSentence,
  importStudy,
} from '../../../testing/records/reports.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let token: string
let admin: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.createToken(server.first.users.clinicAdmin.id)
  token = await createReporter(server, server.first.id, 'writes.reports')
})
afterAll(() => server.close())

const hasProgram = (name: string) => spawnSync(name, ['--version']).error === undefined
/** The first step of the luminance table of the JPEG standard, 16, at a quality of 0.7. */
const quality70 = 10
/** It follows the marker of a quantization table, its length and its number. */
const readFirstQuantum = (jpeg: Buffer) => jpeg[jpeg.indexOf(Buffer.of(0xff, 0xdb)) + 5]

const importOne = () => importStudy(server, server.first.id, admin)
const create = (studyId: StudyId, document = createReportDocument(), key?: string) =>
  createReport(server, token, studyId, document, key)

async function openPdf(id: ImageId): Promise<Buffer> {
  const { body } = await server.call(routes.document.createTicket, { params: { id } }, token)
  const opened = await server.app.inject({
    url: `${server.config.apiBase}document/ticket/${body.ticket}`,
  })
  expect(opened.headers['content-type']).toBe('application/pdf')
  expect(opened.headers['x-content-type-options']).toBe('nosniff')
  return opened.rawPayload
}

const listVersions = async (studyId: StudyId) =>
  (await server.call(routes.report.versions, { params: { studyId } }, token)).body

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'talus-report-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('CreatePDF stores a PDF named after patient and date as a document of the selected study, with images 800 px wide at quality 0.7', async () => {
  const { studyId, imageId } = await importOne()
  const pictureFile = await createPictureFile('png')
  const added = await server.call(
    routes.report.addPicture,
    { form: { fields: { imageId }, files: { pictureFile: [pictureFile] } } },
    token,
  )
  expect(added.body).toMatchObject({ width: 800, height: 600 })
  const pictureId = added.body.view.replace('picture:', '')
  const picture = await server.app.inject({
    url: `${server.config.apiBase}report/picture/${pictureId}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(readFirstQuantum(picture.rawPayload)).toBe(quality70)
  const logoFile = await createPictureFile('png', 300, 100)
  const form = { fields: {}, files: { logoFile: [logoFile] } }
  expect((await server.call(routes.report.saveLogo, { form }, admin)).status).toBe(200)
  const { view } = added.body
  const slots = [
    { imageId, studyId },
    { imageId, studyId, view },
  ]
  const made = await create(studyId, createReportDocument(hardSentence, slots))
  expect(made.status).toBe(200)
  const { report } = made.body
  expect(report).toMatchObject({ version: 1, isForeign: false, hasSource: true, studyId })
  expect(report.fileName).toMatch(/2026-03-02\.pdf$/u)

  const pdf = await openPdf(report.imageId)
  expect(createHash('sha256').update(pdf).digest('hex')).toBe(report.sha256)
  const documents = await server.call(routes.document.ofStudy, { query: { studyId } }, token)
  expect(documents.body).toMatchObject([{ kind: 'pdf', report: { version: 1, isForeign: false } }])
  const opened = await server.call(routes.document.one, { params: { id: report.imageId } }, token)
  expect(opened.body).toMatchObject({ kind: 'pdf', content: { form: 'pdf' } })
  const source = await server.call(routes.report.source, { params: { id: report.id } }, token)
  expect(source.body.document).toMatchObject({ pages: [{ title: 'Thorax' }] })
  if (!hasProgram('pdftotext')) return
  await inFolder(async (folder) => {
    await writeFile(join(folder, 'a.pdf'), pdf)
    const text = execFileSync('pdftotext', [join(folder, 'a.pdf'), '-'], { encoding: 'utf8' })
    expect(text.replaceAll(/\s+/gu, ' ')).toContain(hardSentence.replaceAll(/\s+/gu, ' '))
    const images = execFileSync('pdfimages', ['-list', join(folder, 'a.pdf')], { encoding: 'utf8' })
    expect(images).toMatch(/\b800 +600 +gray\b/u)
    expect(images).toMatch(/\b300 +100 +rgb\b/u)
  })
})

test('each version is an object of one series, and none is overwritten', async () => {
  const { studyId, imageId } = await importOne()
  const slots = [{ imageId, studyId }]
  const first = (await create(studyId, createReportDocument('One', slots))).body.report
  const before = await openPdf(first.imageId)
  // Two at once.
  const [second, third] = await Promise.all([create(studyId), create(studyId)])
  expect(new Set([second.body.report.version, third.body.report.version])).toEqual(new Set([2, 3]))
  const versions = await listVersions(studyId)
  expect(versions.map(({ version }) => version)).toEqual([3, 2, 1])
  expect(new Set(versions.map(({ sopInstanceUID }) => sopInstanceUID)).size).toBe(3)
  expect((await openPdf(first.imageId)).equals(before)).toBe(true)
  const rows = await server.unscopedDb
    .selectFrom('image')
    .selectAll()
    .where('studyId', '=', studyId)
    .where('hasPixels', '=', false)
    .orderBy('instanceNumber')
    .execute()
  expect(rows.map(({ instanceNumber }) => instanceNumber)).toEqual([1, 2, 3])
  expect(new Set(rows.map(({ seriesInstanceUID }) => seriesInstanceUID)).size).toBe(1)
  const page = await server.call(
    routes.study.page,
    { query: { ClinicId: server.first.id, size: 100 } },
    admin,
  )
  expect(page.body.rows.find((row) => row.studyId === studyId)).toMatchObject({ reportCount: 3 })

  const file = rows[1] ? await server.files.read(rows[1].filePath) : undefined
  if (!file || !hasProgram('dcm2pdf') || !hasProgram('dciodvfy')) return
  await inFolder(async (folder) => {
    const [dicom, pdf] = [join(folder, 'a.dcm'), join(folder, 'a.pdf')]
    await writeFile(dicom, Buffer.concat(await file.toArray()))
    execFileSync('dcm2pdf', [dicom, pdf])
    const stored = versions.find(({ version }) => version === 2)
    expect(
      createHash('sha256')
        .update(await readFile(pdf))
        .digest('hex'),
    ).toBe(stored?.sha256)
    const remarks = spawnSync('dciodvfy', [dicom], { encoding: 'utf8' })
    expect(`${remarks.stdout}${remarks.stderr}`).not.toMatch(/^Error/mu)
    const dump = execFileSync('dcmdump', [dicom], { encoding: 'utf8' })
    expect(dump).toContain('18748-4')
    expect(dump).toContain('UNVERIFIED')
    expect(dump).toMatch(/PredecessorDocumentsSequence/u)
    expect(dump).toMatch(/version 2/u)
  })
})

test('a repeated request makes no second version, and its draft is gone', async () => {
  const { studyId } = await importOne()
  const document = createReportDocument('Once')
  await server.call(
    routes.report.saveDraft,
    { params: { studyId }, body: { version: 0, document } },
    token,
  )
  const key = randomUUID()
  const [one, two] = await Promise.all([
    create(studyId, document, key),
    create(studyId, document, key),
  ])
  const again = await create(studyId, document, key)
  expect(new Set([one, two, again].map(({ body }) => body.report.id)).size).toBe(1)
  expect(await listVersions(studyId)).toHaveLength(1)
  const draft = await server.call(routes.report.draft, { params: { studyId } }, token)
  expect(draft.body.draft).toBeNull()
  const { studyId: other } = await importOne()
  expect(await create(other, document, key)).toRefuse('record/not-found')
})

test('a download link offers a report as PDF, unless the study got another patient', async () => {
  const { studyId } = await importOne()
  const { report } = (await create(studyId)).body
  const body = { imageIds: [report.imageId] }
  const { url } = (await server.call(routes.share.create, { body }, admin)).body
  const path = new URL(url).pathname
  const gallery = await server.app.inject({ url: path })
  expect(gallery.body).toContain('/report/1.pdf')
  const opened = await server.app.inject({ url: `${path}/report/1.pdf` })
  expect(createHash('sha256').update(opened.rawPayload).digest('hex')).toBe(report.sha256)
  expect(opened.headers['content-disposition']).toMatch(/^attachment/u)
  expect(opened.headers['content-security-policy']).toContain('sandbox')
  await server.unscopedDb
    .updateTable('study')
    .set({ patientId: server.first.records.patientId })
    .where('id', '=', studyId)
    .execute()
  expect((await server.app.inject({ url: `${path}/report/1.pdf` })).statusCode).toBe(404)
  expect(await listVersions(studyId)).toMatchObject([{ isOfOtherPatient: true }])
})

test('POST study/pdf and study/{id}/report/local store a foreign PDF as it is, marked, and once', async () => {
  const { studyId } = await importOne()
  const bytes = Buffer.from('%PDF-1.4\n1 0 obj <</Type /Page /JavaScript 1>> endobj\n%%EOF\n')
  const upload = (content: Buffer, fileName = '../Bilan: Été?.PDF') =>
    server.call(
      routes.study.uploadReport,
      {
        form: {
          fields: { studyId, fileName },
          files: { pdfFile: [new File([new Uint8Array(content)], 'x.pdf')] },
        },
      },
      token,
    )
  const stored = await upload(bytes)
  expect(stored.body).toMatchObject({
    version: 1,
    isForeign: true,
    hasSource: false,
    fileName: '_Bilan_ Été_.pdf',
  })
  expect((await upload(bytes)).body.id).toBe(stored.body.id)
  expect((await openPdf(stored.body.imageId)).equals(bytes)).toBe(true)
  expect(await upload(Buffer.alloc(0))).toRefuse('request/empty-file')
  for (const wrong of ['<html>%%EOF', '%PDF-1.4 and no end', 'MZ'])
    expect(await upload(Buffer.from(wrong))).toRefuse('report/not-pdf')
  const local = await server.call(
    routes.study.saveReportLocally,
    {
      params: { id: studyId },
      form: {
        fields: { fileName: 'Copy.pdf' },
        files: { pdfFile: [new File(['%PDF-1.7\n<</Type /Page>>\n%%EOF'], 'x.pdf')] },
      },
    },
    token,
  )
  expect(local.body).toMatchObject({ version: 2, savedAs: 'Copy.pdf' })
  expect(await readFile(join(server.folder, 'downloads', 'Copy.pdf'), 'utf8')).toContain('%PDF-1.7')
})

test('an uploaded PDF is marked when its study was moved to another animal', async () => {
  const { studyId } = await importOne()
  const pdfFile = new File(['%PDF-1.4\n1 0 obj <</Type /Page>> endobj\n%%EOF\n'], 'x.pdf')
  const form = { fields: { studyId, fileName: 'Moved.pdf' }, files: { pdfFile: [pdfFile] } }
  const stored = await server.call(routes.study.uploadReport, { form }, token)
  expect(stored.body).toMatchObject({ isForeign: true, isOfOtherPatient: false })
  const query = { studyId, patientId: server.first.records.patientId }
  const { revision } = (await server.call(routes.reassign.compareStudy, { query }, admin)).body
  const body = { ...query, revision }
  expect((await server.call(routes.reassign.moveStudy, { body }, admin)).status).toBe(200)
  expect(await listVersions(studyId)).toMatchObject([{ isForeign: true, isOfOtherPatient: true }])
  const documents = await server.call(routes.document.ofStudy, { query: { studyId } }, token)
  expect(documents.body).toMatchObject([{ report: { isOfOtherPatient: true } }])
})
