import { randomUUID } from 'node:crypto'
import { routes } from '@talus/contract'
import type { ClinicId, ImageId, StudyId } from '@talus/contract'
import sharp from 'sharp'
import { createRadiograph, toUid } from '../dicom/dicom-objects.ts'
import type { TestServer } from '../server/test-server.ts'
import { insertUser } from './clinics-and-users.ts'

export const hardSentence = 'L’Étoile d’Été «\u00a0œdème\u00a0» Dvořák ≥ 11,5 ♂'

export interface SlotInput {
  readonly imageId: ImageId
  readonly studyId: StudyId
  readonly view?: string | null
}

const pages = (text: string, slots: readonly SlotInput[], inline: readonly object[]) => [
  {
    id: '00000000-0000-4000-8000-000000000001',
    title: 'Thorax',
    imageCount: slots.length === 0 ? 0 : slots.length === 1 ? 1 : 2,
    images: slots.map(({ imageId, studyId, view = null }, index) => ({
      imageId,
      studyId,
      view,
      index,
      caption: 'Chest',
      alternativeText: 'Chest, right lateral',
    })),
    body: {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }, ...inline] }],
    },
    hasSpaceForSignature: true,
  },
]

/** The JSON of a report of one page. */
export const createReportDocument = (
  text: string = hardSentence,
  slots: readonly SlotInput[] = [],
  inline: readonly object[] = [],
): Record<string, unknown> => ({
  version: 1,
  language: 'fr',
  orientation: 'landscape',
  pages: pages(text, slots, inline),
})

let studies = 0

/** Imports a study of one radiograph into a clinic. */
export async function importStudy(
  server: TestServer,
  clinicId: ClinicId,
  token: string,
  size = { rows: 64, columns: 48 },
) {
  const name = `reported ${(studies += 1)}`
  const bytes = createRadiograph(
    name,
    { StudyInstanceUID: toUid(name), SeriesInstanceUID: toUid(`series ${name}`), PatientID: name },
    size,
  )
  const response = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import?ClinicId=${clinicId}&name=x.dcm`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
    payload: bytes,
  })
  return response.json<{ imageId: ImageId; studyId: StudyId }>()
}

/** The token of a new user of a clinic who may write reports. */
export const createReporter = async (server: TestServer, clinicId: ClinicId, username: string) =>
  server.createToken(
    await insertUser(server.unscopedDb, {
      username,
      clinicId,
      flags: { report: true },
      passwordHash: server.passwordHash,
    }),
  )

export const createReport = (
  server: TestServer,
  token: string,
  studyId: StudyId,
  document: Record<string, unknown>,
  key: string = randomUUID(),
) => server.call(routes.report.create, { params: { studyId }, body: { key, document } }, token)

/** A picture as a browser would send it. */
export const createPictureFile = async (format: 'png' | 'jpeg', width = 1200, height = 900) => {
  const image = sharp({ create: { width, height, channels: 3, background: '#808080' } })
  const bytes = await image.toFormat(format).toBuffer()
  return new File([new Uint8Array(bytes)], `picture.${format}`, { type: `image/${format}` })
}
