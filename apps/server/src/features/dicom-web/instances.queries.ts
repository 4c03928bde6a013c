import type { ImageId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { listOutgoingChanges } from '../images/index.ts'
import { applyToHeader } from './attributes-json.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { DicomResource } from './resource-urls.ts'

/** Selects instances; none of deleted studies and no rejected images, as in a search. */
function selectInstances(db: ClinicDb, { study, series, instance }: DicomResource) {
  let query = db
    .selectFrom('study')
    .innerJoin('image', (join) =>
      // Joined by clinic too, so that one of 500 slices is found by its own UID.
      join.onRef('image.studyId', '=', 'study.id').onRef('image.clinicId', '=', 'study.clinicId'),
    )
    .where('study.studyInstanceUID', '=', study)
    // If every clinic is in reach, this condition still allows the index of clinics and UIDs.
    .where('study.clinicId', 'in', (clinics) => clinics.selectFrom('clinic').select('clinic.id'))
    .where('study.isDeleted', '=', false)
    .where('image.isRejected', '=', false)
  if (series !== undefined) query = query.where('image.seriesInstanceUID', '=', series)
  if (instance !== undefined) query = query.where('image.sopInstanceUID', '=', instance)
  return query
}

/**
 * Sorted by series and instance number. If two clinics in reach have the study, the first one is
 * used.
 */
export async function findInstances(db: ClinicDb, resource: DicomResource) {
  const found = await selectInstances(db, resource)
    .select([
      'image.id',
      'image.studyId',
      'image.filePath',
      'image.sha256',
      'image.byteLength',
      'image.sopInstanceUID',
      'image.sopClassUID',
      'image.seriesInstanceUID',
      'image.transferSyntaxUID',
      'image.hasPixels',
      'image.frames',
      'image.rows',
      'image.columns',
      'study.studyInstanceUID',
      'study.clinicId',
    ])
    .orderBy('study.id')
    .orderBy('image.seriesInstanceUID')
    .orderBy('image.instanceNumber')
    .orderBy('image.id')
    .execute()
  return found.filter(({ studyId }) => studyId === found[0]?.studyId)
}
export type Instance = Awaited<ReturnType<typeof findInstances>>[number]

const idsPerQuery = 500

export async function findHeaders(
  db: ClinicDb,
  ids: readonly ImageId[],
): Promise<ReadonlyMap<ImageId, string>> {
  const headers = new Map<ImageId, string>()
  for (let at = 0; at < ids.length; at += idsPerQuery) {
    const rows = await db
      .selectFrom('imageHeader')
      .select(['imageHeader.imageId', 'imageHeader.json'])
      .where('imageHeader.imageId', 'in', ids.slice(at, at + idsPerQuery))
      .execute()
    for (const { imageId, json } of rows) headers.set(imageId, json)
  }
  return headers
}

/** Finds the headers of instances that a search found, by their UIDs. */
export async function findHeadersByUid(
  db: ClinicDb,
  uids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const headers = new Map<string, string>()
  for (let at = 0; at < uids.length; at += idsPerQuery) {
    const rows = await db
      .selectFrom('image')
      .innerJoin('imageHeader', 'imageHeader.imageId', 'image.id')
      .select(['image.id', 'image.studyId', 'image.sopInstanceUID', 'imageHeader.json'])
      .where('image.sopInstanceUID', 'in', uids.slice(at, at + idsPerQuery))
      .execute()
    const changesOf = await listOutgoingChanges(db, rows)
    for (const { id, sopInstanceUID, json } of rows)
      headers.set(sopInstanceUID, applyToHeader(json, changesOf.get(id)))
  }
  return headers
}

export async function hasOneClinic(unscopedDb: UnscopedDb): Promise<boolean> {
  const clinics = await unscopedDb
    .selectFrom('clinic')
    .select('id')
    .where('isDeleted', '=', false)
    .limit(2)
    .execute()
  return clinics.length === 1
}
