import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import type { CaseFileId, CaseId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHonestFiles, createHostileFiles } from '../../../testing/cases/attachment-samples.ts'
import {
  createRadiologist,
  submitConsultCase,
  takeConsultCase,
} from '../../../testing/cases/consult-case.ts'
import { createPictureFile } from '../../../testing/records/reports.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { sweepCaseFiles } from './file-sweep.ts'

let server: TestServer
let admin: string
let reader: Awaited<ReturnType<typeof createRadiologist>>
let other: Awaited<ReturnType<typeof createRadiologist>>

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.createToken(server.first.users.clinicAdmin.id)
  reader = await createRadiologist(server, 'reads.cases')
  other = await createRadiologist(server, 'reads.others')
})
afterAll(() => server.close())

const toFile = (name: string, bytes: Buffer | string) =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name)
const submit = (files: readonly File[] = []) =>
  submitConsultCase(
    server,
    { clinicId: server.first.id, token: admin, doctorId: server.first.records.doctorId },
    files,
  )
const listFiles = async (caseId: CaseId, token = admin) =>
  (await server.call(routes.radCase.files, { params: { caseId } }, token)).body
const createTicket = (id: CaseFileId, token: string) =>
  server.call(routes.radCase.createFileTicket, { params: { id } }, token)
const openTicket = (ticket: string, query = '') =>
  server.app.inject({ url: `${server.config.apiBase}radcase/file/ticket/${ticket}${query}` })

async function listStored(folder: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of server.files.list(folder)) keys.push(key)
  return keys
}
const countLeftovers = async () => {
  const unfinished = await readdir(join(server.folder, 'files', '.tmp')).catch(() => [])
  return [...(await listStored('pending')), ...unfinished].length
}

const honest = createHonestFiles()
const getSample = (name: string) => honest[name] ?? Buffer.alloc(0)

test('files of a case come back with the type of their content, and inert', async () => {
  const { submitted, caseId, imageId } = await submit([
    toFile('Bilan œdème.pdf', getSample('pdf')),
    toFile('a.docx', getSample('docx')),
    toFile('note.txt', getSample('txt')),
    await createPictureFile('png', 900, 600),
    toFile('active.pdf', '%PDF-1.7\n<</JavaScript 1>>\n%%EOF'),
  ])
  expect(submitted.status).toBe(200)
  const files = await listFiles(caseId)
  expect(files).toMatchObject([
    { imageId, isFromReceiver: true, mediaType: 'image/jpeg', hasThumbnail: true },
    { fileName: 'Bilan œdème.pdf', mediaType: 'application/pdf', isShown: true },
    { fileName: 'a.docx', isShown: false, hasThumbnail: false },
    { fileName: 'note.txt', mediaType: 'text/plain; charset=utf-8', isShown: true },
    { mediaType: 'image/png', hasThumbnail: true, isFromReceiver: false },
    { fileName: 'active.pdf', isShown: false },
  ])
  await takeConsultCase(server, caseId, reader)
  const dispositions = []
  for (const { id, mediaType } of files) {
    const { body } = await createTicket(id, reader.token)
    const opened = await openTicket(body.ticket)
    expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, mediaType])
    expect(opened.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/u),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    dispositions.push(String(opened.headers['content-disposition']).split(';')[0])
  }
  const [shown, saved] = ['inline', 'attachment']
  expect(dispositions).toEqual([shown, shown, saved, shown, shown, saved])
  const text = files[3]
  if (!text) throw new Error('no text')
  const read = await server.call(routes.radCase.file, { params: { id: text.id } }, reader.token)
  expect(read.status).toBe(200)
  const thumbnails = []
  for (const { id } of files) {
    const url = `${server.config.apiBase}radcase/file/${id}/thumbnail`
    const headers = { authorization: `Bearer ${reader.token}` }
    thumbnails.push((await server.app.inject({ url, headers })).statusCode)
  }
  expect(thumbnails).toEqual([200, 404, 404, 404, 200, 404])
})

test('a small file that declares more pixels than a browser has memory for is only saved', async () => {
  const picture = await createPictureFile('png', 10, 10)
  const bytes = Buffer.from(await picture.arrayBuffer())
  bytes.writeUInt32BE(60_000, 16)
  bytes.writeUInt32BE(60_000, 20)
  const { caseId } = await submit([toFile('huge.png', bytes)])
  await takeConsultCase(server, caseId, reader)
  const file = (await listFiles(caseId)).find(({ fileName }) => fileName === 'huge.png')
  expect(file).toMatchObject({ mediaType: 'image/png', isShown: false, hasThumbnail: false })
  if (!file) throw new Error('no file')
  const opened = await openTicket((await createTicket(file.id, reader.token)).body.ticket)
  expect(opened.headers['content-disposition']).toMatch(/^attachment/u)
  const url = `${server.config.apiBase}radcase/file/${file.id}/thumbnail`
  const headers = { authorization: `Bearer ${reader.token}` }
  expect((await server.app.inject({ url, headers })).statusCode).toBe(404)
})

test('a ticket opens a file once, within a minute, while its user reaches the case', async () => {
  const { caseId } = await submit([toFile('a.txt', 'text')])
  await takeConsultCase(server, caseId, reader)
  const file = (await listFiles(caseId)).find(({ imageId }) => imageId === null)
  if (!file) throw new Error('no file')
  expect(await createTicket(file.id, other.token)).toRefuse('record/not-found')
  const first = (await createTicket(file.id, reader.token)).body.ticket
  const both = await Promise.all([openTicket(first), openTicket(first)])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
  const late = (await createTicket(file.id, reader.token)).body.ticket
  server.advanceClock(60_000)
  expect((await openTicket(late)).statusCode).toBe(404)
  const moved = (await createTicket(file.id, reader.token)).body.ticket
  const assign = { params: { id: caseId }, body: { radiologistId: other.id } }
  expect((await server.call(routes.radCase.assign, assign, reader.token)).status).toBe(200)
  expect((await openTicket(moved)).statusCode).toBe(404)
  const saved = (await createTicket(file.id, other.token)).body.ticket
  const response = await openTicket(saved, '?save=1')
  expect(response.headers['content-disposition']).toMatch(/^attachment/u)
})

test('a file that lies, a sixth file and a byte above 100 MB are refused with nothing left', async () => {
  const before = (await listStored('case-files')).length
  const [pdf] = [getSample('pdf')]
  for (const [name, bytes] of Object.entries(createHostileFiles()).slice(0, 12)) {
    const { submitted } = await submit([toFile('fine.pdf', pdf), toFile(`x.docx`, bytes)])
    expect([name, submitted.status]).toEqual([name, 400])
    expect(submitted).toRefuse('case/file-type')
    expect(submitted.body).toMatchObject({ message: 'File type not allowed: x.docx' })
  }
  const empty = await submit([toFile('fine.pdf', pdf), toFile('empty.pdf', Buffer.alloc(0))])
  expect(empty.submitted).toRefuse('request/empty-file')
  expect(empty.submitted.body).toMatchObject({ message: 'The file is empty: empty.pdf' })
  const [lie] = Object.values(createHostileFiles())
  const two = await submit([
    toFile('a.docx', lie ?? ''),
    toFile('b.pdf', pdf),
    toFile('c.png', pdf),
  ])
  expect(two.submitted.body).toMatchObject({ message: 'File type not allowed: a.docx, c.png' })
  const six = Array.from({ length: 6 }, (_, index) => toFile(`${index}.pdf`, pdf))
  const many = (await submit(six)).submitted
  expect(many).toRefuse('case/too-many-files')
  expect(many.body).toMatchObject({ message: 'You can only upload a maximum of 5 files.' })
  const large = Buffer.alloc(50 * 1024 * 1024, 'x')
  const heavy = await submit([toFile('a.txt', large), toFile('b.txt', large), toFile('c.txt', 'x')])
  expect(heavy.submitted).toRefuse('case/files-too-large')
  expect(heavy.submitted.body).toMatchObject({ message: 'Total file size exceeds 100 MB.' })
  expect(await listStored('case-files')).toHaveLength(before)
  await expect.poll(countLeftovers).toBe(0)
})

test('a repeated submission stores its files once', async () => {
  const { studyId, imageId } = await submit()
  const model = {
    studyId,
    referringVeterinarianId: server.first.records.doctorId,
    patientName: 'Rex',
    speciesId: 1,
    modality: 'XRay',
    birthDate: '2020-05-01',
  }
  const fields = {
    model: JSON.stringify(model),
    imageIds: JSON.stringify([imageId]),
    newBreed: 'Eurasier',
    key: '00000000-0000-4000-8000-0000000000aa',
  }
  const before = (await listStored('case-files')).length
  const send = () =>
    server.call(
      routes.radCase.submitCase,
      { form: { fields, files: { files: [toFile('a.txt', 'x')] } } },
      admin,
    )
  const [one, two] = [await send(), await send()]
  expect(two.body.id).toBe(one.body.id)
  expect(await listFiles(one.body.id)).toHaveLength(2)
  expect(await listStored('case-files')).toHaveLength(before + 1)
})

test('only the radiologist of a case adds a cropped image, and only before the report', async () => {
  const { caseId } = await submit()
  const crop = async (token: string) =>
    server.call(
      routes.radCase.cropAndSave,
      {
        form: {
          fields: { caseId: String(caseId) },
          files: { files: [await createPictureFile('png', 60, 40)] },
        },
      },
      token,
    )
  expect(await crop(reader.token)).toRefuse('case/wrong-status')
  await takeConsultCase(server, caseId, reader)
  expect(await crop(other.token)).toRefuse('record/not-found')
  const added = await crop(reader.token)
  expect(added.body).toMatchObject([
    { isFromReceiver: true, imageId: null, mediaType: 'image/png', isUnpublished: true },
  ])
  expect(await listFiles(caseId, reader.token)).toHaveLength(2)
})

test('a radiologist sees the attached images of a case by every route of images, and no other', async () => {
  const { caseId, studyId, imageId } = await submit()
  const headers = (token: string) => ({ authorization: `Bearer ${token}` })
  const read = async (path: string, token: string) =>
    (await server.app.inject({ url: `${server.config.apiBase}${path}`, headers: headers(token) }))
      .statusCode
  const paths = ['', '.jpg', '/metadata', '/pixels'].map((end) => `image/${imageId}${end}`)
  await takeConsultCase(server, caseId, reader)
  for (const path of paths) {
    expect([path, await read(path, reader.token)]).toEqual([path, 200])
    expect([path, await read(path, other.token)]).toEqual([path, 404])
  }
  const params = { id: caseId }
  const images = await server.call(routes.radCase.images, { params }, reader.token)
  expect(images.body).toMatchObject([{ id: imageId, studyId }])
  const drawn = { viewportState: {}, cropState: {}, toolState: {}, version: 0 }
  await server.call(routes.viewerState.save, { params: { studyId }, body: drawn }, admin)
  const state = await server.call(routes.viewerState.ofCase, { params }, reader.token)
  expect(state.status).toBe(200)
  expect(await server.call(routes.viewerState.ofCase, { params }, other.token)).toRefuse(
    'record/not-found',
  )
  const study = await server.call(routes.image.ofStudy, { query: { studyId } }, other.token)
  expect(study.body).toEqual([])
})

test('the sweep removes files that no case has, and keeps the others', async () => {
  const { caseId } = await submit([toFile('kept.txt', 'x')])
  const day = new Date().toISOString().slice(0, 10)
  await server.files.put(`case-files/${day}/left-behind`, Buffer.from('x'))
  const later = () => new Date(Date.now() + 2 * 86_400_000)
  await sweepCaseFiles({ ...server, clock: later })
  const stored = await listStored('case-files')
  expect(stored.some((key) => key.endsWith('left-behind'))).toBe(false)
  const file = (await listFiles(caseId)).find(({ imageId }) => imageId === null)
  if (!file) throw new Error('no file')
  const { body } = await createTicket(file.id, admin)
  expect((await openTicket(body.ticket)).statusCode).toBe(200)
})
