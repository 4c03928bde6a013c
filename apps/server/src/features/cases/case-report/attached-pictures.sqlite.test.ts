import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHonestFiles } from '../../../testing/cases/attachment-samples.ts'
import {
  createRadiologist,
  submitConsultCase,
  takeConsultCase,
} from '../../../testing/cases/consult-case.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the PDF prints crops, TIFF and GIF pictures of the radiologist, and says that a BMP is not printed', async () => {
  const admin = await server.createToken(server.first.users.clinicAdmin.id)
  const reader = await createRadiologist(server, 'attaches.pictures')
  const { doctorId } = server.first.records
  const clinic = { clinicId: server.first.id, token: admin, doctorId }
  const { caseId } = await submitConsultCase(server, clinic)
  await takeConsultCase(server, caseId, reader)
  const grey = sharp({ create: { width: 320, height: 200, channels: 3, background: '#888' } })
  const toFile = (name: string, bytes: Uint8Array) => new File([new Uint8Array(bytes)], name)
  const files = [
    toFile('first.tiff', await grey.clone().tiff().toBuffer()),
    toFile('second.gif', await grey.clone().gif().toBuffer()),
    toFile('third.bmp', createHonestFiles()['bmp'] ?? Buffer.alloc(0)),
    toFile('note.txt', Buffer.from('text')),
  ]
  const crop = toFile('Abdomen VD, crop.png', await grey.clone().resize(300).png().toBuffer())
  const cropped = await server.call(
    routes.radCase.cropAndSave,
    { form: { fields: { caseId: String(caseId) }, files: { files: [crop] } } },
    reader.token,
  )
  expect(cropped.status).toBe(200)
  const fields = { caseId: String(caseId), findings: 'Normal.', interpretation: 'Normal.' }
  const form = {
    fields: { ...fields, internalMedicineRecommandations: '', signature: 'N. Lefèvre' },
    files: { files },
  }
  const sent = await server.call(routes.radCase.radiologistSubmit, { form }, reader.token)
  expect(sent.status).toBe(200)
  const { rawPayload } = await server.app.inject({
    url: `${server.config.apiBase}radcase/report/${caseId}`,
    headers: { authorization: `Bearer ${admin}` },
  })
  const folder = await mkdtemp(join(tmpdir(), 'talus-case-'))
  try {
    const path = join(folder, 'report.pdf')
    await writeFile(path, rawPayload)
    const read = (program: string, ...options: string[]) =>
      execFileSync(program, options, { encoding: 'utf8' })
    const sizes = read('pdfimages', '-list', path).split('\n').slice(2).join('\n')
    expect(sizes.match(/ 320 +200 /gu)).toHaveLength(2)
    const text = read('pdftotext', '-layout', path, '-').replaceAll(/\s+/gu, ' ')
    expect(text).toContain('third.bmp (picture not printed here, open the file)')
    expect(text).toContain('note.txt')
    // Two crops and attachments and the radiograph are printed, and the BMP is not.
    expect(text).toContain('4 of the 5 pictures of this case are printed here.')
    // A crop is named after its image, without the ending of its file.
    expect(text).toContain('Abdomen VD, crop')
    expect(text).not.toContain('crop.png')
    expect(text).not.toContain('first.tiff (')
    expect(text).not.toContain('note.txt (')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('the PDF prints all crops of a case, six on a page', async () => {
  const admin = await server.createToken(server.first.users.clinicAdmin.id)
  const reader = await createRadiologist(server, 'crops.many')
  const { doctorId } = server.first.records
  const clinic = { clinicId: server.first.id, token: admin, doctorId }
  const { caseId } = await submitConsultCase(server, clinic)
  await takeConsultCase(server, caseId, reader)
  const create = { width: 320, height: 200, channels: 3, background: '#888' } as const
  const png = new Uint8Array(await sharp({ create }).png().toBuffer())
  for (let call = 0; call < 5; call += 1) {
    const files = Array.from({ length: 5 }, (_, index) => new File([png], `${call}-${index}.png`))
    const form = { fields: { caseId: String(caseId) }, files: { files } }
    const cropped = await server.call(routes.radCase.cropAndSave, { form }, reader.token)
    expect(cropped.status).toBe(200)
  }
  const texts = { findings: 'Normal.', interpretation: '', internalMedicineRecommandations: '' }
  const form = { fields: { caseId: String(caseId), ...texts, signature: 'N. Lefèvre' } }
  const sent = await server.call(routes.radCase.radiologistSubmit, { form }, reader.token)
  expect(sent.status).toBe(200)
  const { rawPayload } = await server.app.inject({
    url: `${server.config.apiBase}radcase/report/${caseId}`,
    headers: { authorization: `Bearer ${admin}` },
  })
  const folder = await mkdtemp(join(tmpdir(), 'talus-case-'))
  try {
    const path = join(folder, 'report.pdf')
    await writeFile(path, rawPayload)
    const options = { encoding: 'utf8' } as const
    const sizes = execFileSync('pdfimages', ['-list', path], options)
    expect(sizes.match(/ 320 +200 /gu)).toHaveLength(25)
    expect(execFileSync('pdfinfo', [path], options)).toMatch(/Pages: +6$/mu)
    const text = execFileSync('pdftotext', ['-layout', path, '-'], options)
    expect(text).not.toContain('About this report')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
