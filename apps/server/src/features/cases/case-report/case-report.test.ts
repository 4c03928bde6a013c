import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatCaseReportNumber, routes } from '@talus/contract'
import type { CaseId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createRadiologist,
  submitConsultCase,
  takeConsultCase,
} from '../../../testing/cases/consult-case.ts'
import type { FileStore } from '../../../files/index.ts'
import { sweepReportPdfs } from '../../reports/index.ts'
import { createPictureFile } from '../../../testing/records/reports.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let admin: string
let reader: Awaited<ReturnType<typeof createRadiologist>>

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.createToken(server.first.users.clinicAdmin.id)
  reader = await createRadiologist(server, 'signs.cases')
})
afterAll(() => server.close())

const hasProgram = (name: string) => spawnSync(name, ['--version']).error === undefined
const texts = {
  findings: 'Œdème périhilaire ≥ 2 lobes ♂.\nCardiomégalie.',
  interpretation: 'Insuffisance cardiaque gauche.',
  internalMedicineRecommandations: 'Échocardiographie.',
  signature: 'N. Lefèvre',
}

async function openCase() {
  const found = await submitConsultCase(server, {
    clinicId: server.first.id,
    token: admin,
    doctorId: server.first.records.doctorId,
  })
  expect((await takeConsultCase(server, found.caseId, reader)).status).toBe(200)
  return found
}

const finish = (caseId: CaseId) =>
  server.call(
    routes.radCase.radiologistSubmit,
    { form: { fields: { caseId: String(caseId), ...texts } } },
    reader.token,
  )

const download = async (caseId: CaseId, query = '', token = admin) =>
  server.app.inject({
    url: `${server.config.apiBase}radcase/report/${caseId}${query}`,
    headers: { authorization: `Bearer ${token}` },
  })

async function acknowledgeAll(id: CaseId): Promise<void> {
  const { body } = await server.call(routes.radCase.one, { params: { id } }, admin)
  for (const { id: findingId } of body.criticalFindings) {
    const params = { id, findingId }
    expect((await server.call(routes.radCase.acknowledge, { params }, admin)).status).toBe(200)
  }
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'talus-case-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const readText = (pdf: Buffer) =>
  inFolder(async (folder) => {
    const path = join(folder, 'a.pdf')
    await writeFile(path, pdf)
    execFileSync('qpdf', ['--check', path])
    return execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' }).replaceAll(/\s+/gu, ' ')
  })

test('a submitted report is a signed PDF, stored once and among the documents of the study', async () => {
  const settings = { body: { title: 'DACVR', licence: 'Permis 12345' } }
  await server.call(routes.radCase.saveSignature, settings, reader.token)
  const { caseId, studyId } = await openCase()
  expect((await download(caseId)).statusCode).toBe(404)
  expect((await finish(caseId)).status).toBe(200)
  const first = await download(caseId)
  expect(first.statusCode).toBe(200)
  expect(first.headers['content-type']).toBe('application/pdf')
  expect((await download(caseId)).rawPayload.equals(first.rawPayload)).toBe(true)
  const documents = await server.call(routes.document.ofStudy, { query: { studyId } }, admin)
  expect(documents.body).toMatchObject([{ kind: 'pdf', report: { version: 1, isForeign: false } }])
  if (!hasProgram('pdftotext') || !hasProgram('qpdf')) return
  const text = await readText(first.rawPayload)
  for (const part of [
    formatCaseReportNumber(caseId),
    'Œdème périhilaire ≥ 2 lobes ♂.',
    'Cardiomégalie.',
    'Insuffisance cardiaque gauche.',
    'Échocardiographie.',
    'Toux depuis 3 semaines.',
    'Étoile',
    'N. Lefèvre',
    'DACVR · Permis 12345',
  ])
    expect(text).toContain(part)
  const row = await server.unscopedDb
    .selectFrom('image')
    .selectAll()
    .where('studyId', '=', studyId)
    .where('hasPixels', '=', false)
    .executeTakeFirstOrThrow()
  const file = await server.files.read(row.filePath)
  if (!file || !hasProgram('dcm2pdf') || !hasProgram('dciodvfy')) return
  await inFolder(async (folder) => {
    const [dicom, pdf] = [join(folder, 'a.dcm'), join(folder, 'a.pdf')]
    await writeFile(dicom, Buffer.concat(await file.toArray()))
    execFileSync('dcm2pdf', [dicom, pdf])
    expect(hash(await readFile(pdf))).toBe(hash(first.rawPayload))
    const remarks = spawnSync('dciodvfy', [dicom], { encoding: 'utf8' })
    expect(`${remarks.stdout}${remarks.stderr}`).not.toMatch(/^Error/mu)
  })
})

test('an addendum is a second version that names the first, whose bytes stay', async () => {
  const { caseId, studyId } = await openCase()
  const critical = { params: { id: caseId }, body: { text: 'Pneumothorax sous tension' } }
  expect((await server.call(routes.radCase.reportCritical, critical, reader.token)).status).toBe(
    200,
  )
  await finish(caseId)
  const first = (await download(caseId)).rawPayload
  const body = { text: 'Nodule de 4 mm', reason: 'Seconde lecture', reportVersion: 1 }
  const params = { id: caseId }
  const added = await server.call(routes.radCase.addAddendum, { params, body }, reader.token)
  expect(added.status).toBe(200)
  await acknowledgeAll(caseId)
  const second = (await download(caseId)).rawPayload
  expect((await download(caseId, '?version=1')).rawPayload.equals(first)).toBe(true)
  expect((await download(caseId, '?version=2')).rawPayload.equals(second)).toBe(true)
  expect((await download(caseId, '?version=3')).statusCode).toBe(404)
  expect(second.equals(first)).toBe(false)
  const documents = await server.call(routes.document.ofStudy, { query: { studyId } }, admin)
  // One more if the job has made the second PDF before the acknowledgement.
  expect(documents.body.map(({ report }) => report?.version).slice(0, 2)).toEqual([1, 2])
  const stored = await server.unscopedDb
    .selectFrom('caseReport')
    .select(['version', 'revision', 'sha256'])
    .where('caseId', '=', caseId)
    .orderBy('version')
    .orderBy('revision')
    .execute()
  expect([stored[0]?.sha256, stored.at(-1)?.sha256]).toEqual([hash(first), hash(second)])
  if (!hasProgram('pdftotext') || !hasProgram('qpdf')) return
  expect(await readText(first)).toContain('Pneumothorax sous tension')
  const text = await readText(second)
  for (const part of ['Nodule de 4 mm', 'Seconde lecture', 'Version 1', 'Œdème périhilaire'])
    expect(text).toContain(part)
  // The first page announces the addendum, which follows the report.
  expect(text).toMatch(/This report has an addendum of [^.]+, on page \d/u)
  expect(text.indexOf('Œdème périhilaire')).toBeLessThan(text.indexOf('Nodule de 4 mm'))
})

test('an acknowledgement after the report gives a further PDF, and the file before it stays', async () => {
  const { caseId, studyId } = await openCase()
  const params = { id: caseId }
  const critical = { params, body: { text: 'Pneumothorax sous tension' } }
  await server.call(routes.radCase.reportCritical, critical, reader.token)
  await finish(caseId)
  const before = (await download(caseId)).rawPayload
  await acknowledgeAll(caseId)
  const after = (await download(caseId)).rawPayload
  expect(after.equals(before)).toBe(false)
  expect((await download(caseId)).rawPayload.equals(after)).toBe(true)
  expect((await download(caseId, '?version=1&revision=1')).rawPayload.equals(before)).toBe(true)
  expect((await download(caseId, '?version=1&revision=2')).rawPayload.equals(after)).toBe(true)
  expect((await download(caseId, '?version=1&revision=3')).statusCode).toBe(404)
  const versions = (await server.call(routes.radCase.versions, { params }, admin)).body
  expect(versions).toMatchObject([
    {
      version: 1,
      files: [
        { revision: 1, sha256: hash(before), acknowledgedOn: null },
        { revision: 2, sha256: hash(after), acknowledgedOn: expect.any(String) },
      ],
    },
  ])
  const countDocuments = async () =>
    (await server.call(routes.document.ofStudy, { query: { studyId } }, admin)).body.length
  await expect.poll(countDocuments, { timeout: 30_000 }).toBe(2)
  if (!hasProgram('pdftotext') || !hasProgram('qpdf')) return
  const { username } = server.first.users.clinicAdmin
  expect(await readText(before)).not.toContain(username)
  expect(await readText(after)).toContain(username)
})

test('the sweep removes PDFs without a row, and keeps those of cases and studies', async () => {
  const { caseId } = await openCase()
  await finish(caseId)
  const made = (await download(caseId)).rawPayload
  const day = server.clock().toISOString().slice(0, 10)
  const orphan = `reports/${server.first.id}/${day}/left-behind.pdf`
  await server.files.put(orphan, Buffer.from('%PDF-1.7'))
  const sweep = (days: number) => {
    // The files are as old as the clock of the computer says, the folder as that of the server.
    const files: FileStore = {
      ...server.files,
      list: async function* list(folder) {
        for await (const entry of server.files.list(folder))
          yield { ...entry, modifiedOn: server.clock().toISOString() }
      },
    }
    const later = () => new Date(server.clock().getTime() + days * 86_400_000)
    return sweepReportPdfs({ ...server, files, clock: later })
  }
  await sweep(1)
  expect(await server.files.stat(orphan)).toBeDefined()
  await sweep(2)
  expect(await server.files.stat(orphan)).toBeUndefined()
  expect((await download(caseId)).rawPayload.equals(made)).toBe(true)
  const paths = await server.unscopedDb.selectFrom('studyReport').select('filePath').execute()
  expect(paths.length).toBeGreaterThan(0)
  for (const { filePath } of paths.filter((row) => row.filePath.includes(day)))
    expect(await server.files.stat(filePath)).toBeDefined()
})

test('the job makes the PDF of a report that nobody has opened', async () => {
  const { caseId } = await openCase()
  await finish(caseId)
  const find = () =>
    server.unscopedDb
      .selectFrom('caseReport')
      .select('version')
      .where('caseId', '=', caseId)
      .execute()
  await expect.poll(find, { timeout: 30_000 }).toEqual([{ version: 1 }])
})

test('two readers at once get the same bytes, and one document', async () => {
  const { caseId, studyId } = await openCase()
  await finish(caseId)
  const both = await Promise.all([download(caseId), download(caseId)])
  expect(new Set(both.map(({ rawPayload }) => hash(rawPayload))).size).toBe(1)
  const documents = await server.call(routes.document.ofStudy, { query: { studyId } }, admin)
  expect(documents.body).toHaveLength(1)
})

test('a preview shows the texts before they are submitted, to the radiologist of the case only', async () => {
  const { caseId, studyId } = await openCase()
  const request = { params: { id: caseId }, body: texts }
  const made = await server.call(routes.radCase.previewReport, request, reader.token)
  const url = `${server.config.apiBase}radcase/file/ticket/${made.body.ticket}`
  const opened = await server.app.inject({ url })
  expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(opened.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect((await server.app.inject({ url })).statusCode).toBe(404)
  const other = await createRadiologist(server, 'previews.none')
  const refused = await server.call(routes.radCase.previewReport, request, other.token)
  expect(refused).toRefuse('record/not-found')
  expect((await download(caseId)).statusCode).toBe(404)
  const documents = await server.call(routes.document.ofStudy, { query: { studyId } }, admin)
  expect(documents.body).toEqual([])
})

test('the report is for the clinic and the radiologist of the case, and for no other', async () => {
  const { caseId } = await openCase()
  await finish(caseId)
  const other = await createRadiologist(server, 'reads.none')
  const second = await server.createToken(server.second.users.clinicAdmin.id)
  expect((await download(caseId, '', reader.token)).statusCode).toBe(200)
  expect((await download(caseId, '', other.token)).statusCode).toBe(404)
  expect((await download(caseId, '', second)).statusCode).toBe(404)
})

test('the picture of a signature is encoded again, printed and removed', async () => {
  const signer = await createRadiologist(server, 'draws.signature')
  const pictureFile = await createPictureFile('png', 300, 80)
  const form = { fields: {}, files: { pictureFile: [pictureFile] } }
  const saved = await server.call(routes.radCase.saveSignaturePicture, { form }, signer.token)
  expect(saved.body).toEqual({ title: '', licence: '', hasPicture: true })
  const text = new File(['<svg/>'], 'x.png')
  const wrong = { form: { fields: {}, files: { pictureFile: [text] } } }
  const refused = await server.call(routes.radCase.saveSignaturePicture, wrong, signer.token)
  expect(refused).toRefuse('report/not-picture')
  const removed = await server.call(routes.radCase.removeSignaturePicture, {}, signer.token)
  expect(removed.body.hasPicture).toBe(false)
})

test('the PDF of a case that names another animal prints the record, and its study shows it', async () => {
  const { caseId, studyId } = await openCase()
  const record = {
    name: 'Ivy',
    patientId: 'TAL-00012',
    sex: 'Male',
    birthDate: '2019-01-02',
  } as const
  const { patientId } = await server.unscopedDb
    .selectFrom('study')
    .select('patientId')
    .where('id', '=', studyId)
    .executeTakeFirstOrThrow()
  await server.unscopedDb.updateTable('patient').set(record).where('id', '=', patientId).execute()
  await finish(caseId)
  const pdf = (await download(caseId)).rawPayload
  const documents = await server.call(routes.document.ofStudy, { query: { studyId } }, admin)
  expect(documents.body).toMatchObject([
    { report: { isOfOtherPatient: true, caseReport: { caseId, version: 1 } } },
  ])
  if (!hasProgram('pdftotext') || !hasProgram('qpdf')) return
  const text = await readText(pdf)
  for (const part of [
    'Étoile',
    'Ivy',
    'TAL-00012',
    'Name: Étoile in the request, Ivy in the record',
  ])
    expect(text).toContain(part)
})

test('every critical finding is in the PDF, and each acknowledgement gives a further one', async () => {
  const { caseId } = await openCase()
  for (const text of ['Pneumothorax', 'Torsion de l’estomac']) {
    const critical = { params: { id: caseId }, body: { text } }
    await server.call(routes.radCase.reportCritical, critical, reader.token)
  }
  await finish(caseId)
  const first = (await download(caseId)).rawPayload
  const { body } = await server.call(routes.radCase.one, { params: { id: caseId } }, admin)
  const [finding] = body.criticalFindings
  if (!finding) throw new Error('a finding expected')
  const params = { id: caseId, findingId: finding.id }
  await server.call(routes.radCase.acknowledge, { params }, admin)
  const second = (await download(caseId)).rawPayload
  expect(second.equals(first)).toBe(false)
  if (!hasProgram('pdftotext') || !hasProgram('qpdf')) return
  for (const pdf of [first, second])
    for (const text of ['Pneumothorax', 'Torsion de l’estomac'])
      expect(await readText(pdf)).toContain(text)
  expect((await readText(first)).match(/Not acknowledged by/gu)).toHaveLength(2)
  expect((await readText(second)).match(/Not acknowledged by/gu)).toHaveLength(1)
})
