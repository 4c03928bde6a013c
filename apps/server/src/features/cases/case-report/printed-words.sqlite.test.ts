import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatBreed, formatImageAnatomy } from '@talus/anatomy'
import { routes } from '@talus/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createRadiologist,
  submitConsultCase,
  takeConsultCase,
} from '../../../testing/cases/consult-case.ts'
import { importStudy } from '../../../testing/records/reports.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The words of a PDF, and its pictures as they are in the file. */
async function readPdf(pdf: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'talus-case-'))
  try {
    const path = join(folder, 'report.pdf')
    await writeFile(path, pdf)
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
    execFileSync('pdfimages', ['-j', path, join(folder, 'picture')])
    const names = (await readdir(folder)).filter((name) => name.endsWith('.jpg'))
    const pictures = names.map(async (name) => readFile(join(folder, name)))
    return { text: text.replaceAll(/\s+/gu, ' '), pictures: await Promise.all(pictures) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The first step of the luminance table of the JPEG standard, 16, at a quality of 0.7. */
const quality70 = 10
const readFirstQuantum = (jpeg: Buffer) => jpeg[jpeg.indexOf(Buffer.of(0xff, 0xdb)) + 5]
const readWidth = async (jpeg: Buffer) => (await sharp(jpeg).metadata()).width

test('the PDF of a French case has the words of its page, dates the images of earlier studies, and has pictures of at most 800 px at quality 0.7', async () => {
  const { unscopedDb: db, first } = server
  await db.updateTable('clinic').set({ lang: 'fr' }).where('id', '=', first.id).execute()
  const admin = await server.createToken(first.users.clinicAdmin.id)
  const reader = await createRadiologist(server, 'reads.french')
  const { doctorId } = first.records
  const clinic = { clinicId: first.id, token: admin, doctorId }
  const { caseId, studyId, imageId } = await submitConsultCase(server, clinic)
  const wide = { rows: 60, columns: 1000 }
  const earlier = await importStudy(server, first.id, admin, wide)
  const { patientId } = await db
    .selectFrom('study')
    .select('patientId')
    .where('id', '=', studyId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('study')
    .set({ patientId, createdOn: '2025-12-05T15:00:00.000Z' })
    .where('id', '=', earlier.studyId)
    .execute()
  const anatomy = { bodyPart: 'Abdomen', bodyPartView: 'RLAT' }
  await db.updateTable('image').set(anatomy).where('id', 'in', [imageId, earlier.imageId]).execute()
  const { breedId } = await db
    .selectFrom('radCase')
    .select('breedId')
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow()
  const unnamed = { name: 'Unnamed 3', patientId: 'UNNAMED-3' }
  await db.updateTable('patient').set(unnamed).where('id', '=', patientId).execute()
  await db.updateTable('breed').set({ name: 'Mixed Breed Dog' }).where('id', '=', breedId).execute()
  // The form was filled in by a user who works in English.
  await db
    .updateTable('radCase')
    .set({ clinicHistory: 'Complaint: Toux\nDuration: 3 semaines\n\nVacciné.' })
    .where('id', '=', caseId)
    .execute()
  const added = await server.call(
    routes.radCase.addImages,
    { params: { id: caseId }, body: { imageIds: [earlier.imageId] } },
    admin,
  )
  expect(added.status).toBe(200)
  await takeConsultCase(server, caseId, reader)
  const fields = {
    caseId: String(caseId),
    findings: 'Normal.',
    interpretation: 'Normal.',
    internalMedicineRecommandations: 'Aucune.',
    signature: 'N. Lefèvre',
  }
  const sent = await server.call(
    routes.radCase.radiologistSubmit,
    { form: { fields } },
    reader.token,
  )
  expect(sent.status).toBe(200)
  const { rawPayload } = await server.app.inject({
    url: `${server.config.apiBase}radcase/report/${caseId}`,
    headers: { authorization: `Bearer ${admin}` },
  })
  const { text, pictures } = await readPdf(rawPayload)
  const caption = formatImageAnatomy({ ...anatomy }, 'fr')
  expect(caption).not.toBe(formatImageAnatomy({ ...anatomy }, 'en'))
  for (const words of [
    'Compte rendu de radiologie',
    'Observations',
    'Interprétation',
    'Recommandations de médecine interne',
    'Anamnèse',
    'Motif : Toux Durée : 3 semaines Vacciné.',
    'Date de l’étude',
    'Sans nom 3',
    formatBreed('Mixed Breed Dog', 'fr'),
    `${caption}, 2025-12-05`,
  ])
    expect(text).toContain(words)
  for (const words of ['Constatations', 'Mixed Breed Dog', 'RLAT', 'Unnamed', 'Complaint'])
    expect(text).not.toContain(words)
  // The image of the study itself has no date in its caption; the header has it.
  expect(text.split(caption)).toHaveLength(3)
  expect(text.split('2025-12-05')).toHaveLength(2)
  const widths = await Promise.all(pictures.map(readWidth))
  expect(widths.toSorted((a, b) => a - b)).toEqual([48, 800])
  expect(pictures.map(readFirstQuantum)).toEqual([quality70, quality70])
})
