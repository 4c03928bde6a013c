import { createHash, randomInt } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createImageFile } from '../../packages/dicom/src/testing/synthetic-file.ts'
import { servers } from './servers.ts'

/** A bright disc on black, whose brightness is random, so that thumbnails differ. */
function createDicomFile(columns: number, rows: number) {
  const brightest = 4095 - randomInt(1000)
  const pixels = Uint16Array.from({ length: columns * rows }, (_pixel, at) => {
    const distance = Math.hypot((at % columns) - columns / 2, Math.floor(at / columns) - rows / 2)
    return Math.max(0, Math.round(brightest * (1 - (2 * distance) / Math.min(columns, rows))))
  })
  return createImageFile(
    { columns, rows, bitsStored: 12, photometric: 'MONOCHROME2' },
    new Uint8Array(pixels.buffer),
  )
}

interface NewImage {
  readonly studyId: number
  readonly bodyPart?: string
  readonly bodyPartView?: string
  readonly isRejected?: boolean
  /** Stores the record without its file, as after a disk failure. */
  readonly isLost?: boolean
}

/** Stores images on the local server as the capture does: first the file, then its record. */
export function storeImages(...images: readonly NewImage[]) {
  const { data } = servers.local
  const db = new DatabaseSync(join(data, 'talus.sqlite'), { timeout: 10_000 })
  try {
    for (const { studyId, bodyPart = 'Chest', bodyPartView = 'LAT', ...image } of images) {
      const study = db.prepare('select clinicId, userId from study where id = ?').get(studyId)
      if (!study) throw new Error(`there is no study ${studyId}`)
      const { clinicId, userId } = study
      const bytes = createDicomFile(240, 200)
      const uid = `2.25.${randomInt(2 ** 47)}${randomInt(2 ** 47)}`
      const filePath = `images/e2e/${uid}.dcm`
      const path = join(data, 'files', filePath)
      if (!image.isLost) {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, bytes)
      }
      db.prepare(
        `insert into image (studyId, clinicId, userId, modality, bodyPart, bodyPartView, animalSize,
           filePath, sha256, byteLength, sopInstanceUID, seriesInstanceUID, sensor, createdOn, isRejected)
         values (?, ?, ?, 'General', ?, ?, 'Medium', ?, ?, ?, ?, ?, '', ?, ?)`,
      ).run(
        studyId,
        clinicId ?? null,
        userId ?? null,
        bodyPart,
        bodyPartView,
        filePath,
        createHash('sha256').update(bytes).digest('hex'),
        bytes.byteLength,
        uid,
        `${uid}.1`,
        new Date().toISOString(),
        image.isRejected ? 1 : 0,
      )
      db.prepare(
        `insert into clinicRevision (clinicId, revision) values (?, 1)
         on conflict (clinicId) do update set revision = revision + 1`,
      ).run(clinicId ?? null)
    }
  } finally {
    db.close()
  }
}
