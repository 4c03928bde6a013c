import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StorageUnavailable } from '../../../files/index.ts'
import { WorkerFault } from '../../../workers/index.ts'
import {
  createDrawing,
  createToolState,
  createViewerState,
} from '../../../testing/records/viewer-states.ts'
import {
  createPictureFile,
  createReport,
  createReportDocument,
  createReporter,
  hardSentence,
  importStudy,
} from '../../../testing/records/reports.ts'
import { sweepReportPictures } from '../content/picture-sweep.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let token: string
let admin: string
let isDiskFull = false
let isCrashing = false

beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      wrapFiles: (files) => ({
        ...files,
        put: async (key, ...rest) => {
          if (isDiskFull && key.startsWith('images/'))
            throw new StorageUnavailable('disk full', undefined)
          return files.put(key, ...rest)
        },
      }),
      wrapRenderPool: (pool) => ({
        ...pool,
        renderStored: async (...args) => {
          if (isCrashing) throw new WorkerFault('crashed')
          return pool.renderStored(...args)
        },
      }),
    },
  )
  admin = await server.createToken(server.first.users.clinicAdmin.id)
  token = await createReporter(server, server.first.id, 'writes.reports')
})
afterAll(() => server.close())

const hasProgram = (name: string) => spawnSync(name, ['--version']).error === undefined
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

test('a report becomes a PDF with images and a document of its study', async () => {
  const { studyId, imageId } = await importOne()
  const pictureFile = await createPictureFile('png')
  const added = await server.call(
    routes.report.addPicture,
    { form: { fields: { imageId }, files: { pictureFile: [pictureFile] } } },
    token,
  )
  expect(added.body).toMatchObject({ width: 800, height: 600 })
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

test('a full disk loses nothing: the next attempt gets the same version', async () => {
  const { studyId } = await importOne()
  const key = randomUUID()
  isDiskFull = true
  const failed = await create(studyId, createReportDocument(), key)
  isDiskFull = false
  expect(failed).toRefuse('storage/full')
  expect(await listVersions(studyId)).toEqual([])
  const made = await create(studyId, createReportDocument(), key)
  expect(made.body.report).toMatchObject({ version: 1 })
  expect(await listVersions(studyId)).toHaveLength(1)
})

test('a version whose request was interrupted is completed by a job', async () => {
  const { studyId } = await importOne()
  isDiskFull = true
  await create(studyId)
  isDiskFull = false
  server.advanceClock(2 * 60_000)
  await expect.poll(() => listVersions(studyId), { timeout: 30_000 }).toHaveLength(1)
})

test('a crash of a worker is said, and the next attempt works', async () => {
  const { studyId, imageId } = await importOne()
  const document = createReportDocument('x', [{ imageId, studyId }])
  isCrashing = true
  const refused = await create(studyId, document)
  isCrashing = false
  expect(refused).toRefuse('report/not-made')
  expect((await create(studyId, document)).body.report.version).toBe(1)
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

test('a foreign PDF is stored as it is, marked, and stored once', async () => {
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

test('an image of another clinic, a rejected one and a picture of another image are refused', async () => {
  const { studyId, imageId } = await importOne()
  const other = await importOne()
  const secondAdmin = await server.createToken(server.second.users.clinicAdmin.id)
  const foreign = await importStudy(server, server.second.id, secondAdmin)
  const tryImage = (slot: { imageId: ImageId; studyId: StudyId; view?: string }) =>
    create(studyId, createReportDocument('x', [slot]))
  expect(await tryImage(foreign)).toRefuse('report/no-picture')
  expect(await tryImage({ imageId, studyId: other.studyId })).toRefuse('report/no-picture')
  const pictureFile = await createPictureFile('jpeg', 300, 200)
  const added = await server.call(
    routes.report.addPicture,
    { form: { fields: { imageId: other.imageId }, files: { pictureFile: [pictureFile] } } },
    token,
  )
  const { view } = added.body
  expect(await tryImage({ imageId, studyId, view })).toRefuse('report/no-picture')
  const own = createReportDocument('x', [{ ...other, view }])
  expect((await create(other.studyId, own)).status).toBe(200)
  const text = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'x.png')
  expect(
    await server.call(
      routes.report.addPicture,
      { form: { fields: { imageId }, files: { pictureFile: [text] } } },
      token,
    ),
  ).toRefuse('report/not-picture')
  await server.unscopedDb
    .updateTable('image')
    .set({ isRejected: true })
    .where('id', '=', imageId)
    .execute()
  expect(await tryImage({ imageId, studyId })).toRefuse('report/no-picture')
  await server.unscopedDb
    .updateTable('study')
    .set({ isDeleted: true })
    .where('id', '=', studyId)
    .execute()
  expect(await create(studyId)).toRefuse('record/not-found')
})

test('an old picture is removed, unless a draft or a version shows it', async () => {
  const { studyId, imageId } = await importOne()
  const addPicture = async () => {
    const pictureFile = await createPictureFile('jpeg', 60, 40)
    const form = { fields: { imageId }, files: { pictureFile: [pictureFile] } }
    return (await server.call(routes.report.addPicture, { form }, token)).body.view
  }
  const views = [await addPicture(), await addPicture(), await addPicture()] as const
  const show = (view: string) => createReportDocument('x', [{ imageId, studyId, view }])
  await create(studyId, show(views[0]))
  server.advanceClock(1000)
  const body = { version: 0, document: show(views[1]) }
  await server.call(routes.report.saveDraft, { params: { studyId }, body }, token)
  const later = () => new Date(server.clock().getTime() + 31 * 86_400_000)
  await sweepReportPictures({ ...server, clock: later })
  const statuses = []
  for (const view of views) {
    const pictureId = view.replace('picture:', '')
    const shown = await server.call(routes.report.picture, { params: { pictureId } }, token)
    statuses.push(shown.status)
  }
  expect(statuses).toEqual([200, 200, 404])
})

test('measurements of the viewer are listed for the text, and renewed in the PDF', async () => {
  const { studyId, imageId } = await importOne()
  const handles = { start: { x: 1, y: 2 }, end: { x: 7, y: 9 } }
  const drawing = { ...createDrawing('length'), steps: [{ step: 1, handles, length: 10 }] }
  const saved = await server.call(
    routes.viewerState.save,
    {
      params: { studyId },
      body: createViewerState({ toolState: createToolState(imageId, drawing) }),
    },
    admin,
  )
  expect(saved.status).toBe(200)
  const list = async () =>
    (await server.call(routes.report.measurements, { params: { studyId } }, token)).body
  const [chip] = await list()
  expect(chip).toMatchObject({
    measurementId: drawing.id,
    imageId,
    name: 'length',
    label: 'Length',
  })
  const node = { type: 'measurement', attrs: { ...chip, detail: 'full' } }
  const outdated = { ...node, attrs: { ...node.attrs, value: 1 } }
  const fresh = await create(studyId, createReportDocument('x ', [], [node]))
  expect(fresh.body.updatedMeasurements).toBe(0)
  const renewed = await create(studyId, createReportDocument('x ', [], [outdated]))
  expect(renewed.body.updatedMeasurements).toBe(1)
  const { id } = renewed.body.report
  const source = await server.call(routes.report.source, { params: { id } }, token)
  expect(JSON.stringify(source.body.document)).toContain(`"value":${chip?.value}`)
})

test('an unfilled field, a page that is too full and a wrong document are refused', async () => {
  const { studyId } = await importOne()
  const attrs = { kind: 'choice', options: ['none', 'mild'], unit: '', hint: '', value: null }
  const unfilled = await create(
    studyId,
    createReportDocument('Effusion: ', [], [{ type: 'field', attrs }]),
  )
  expect(unfilled).toRefuse('report/fields-unfilled')
  expect(unfilled.error.message).toContain('[none | mild]')
  const full = createReportDocument('word '.repeat(3900))
  expect(await create(studyId, full)).toRefuse('report/page-too-full')
  const html = createReportDocument('x', [], [{ type: 'html', text: '<script>' }])
  expect(await create(studyId, html)).toRefuse('request/invalid')
  expect(await listVersions(studyId)).toEqual([])
})
