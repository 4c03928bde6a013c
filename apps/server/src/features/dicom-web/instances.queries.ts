import type { ImageId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { Place } from './addresses.ts'

/** Of deleted studies and rejected images there is nothing, as in a search. */
function instancesOf(db: ClinicDb, { study, series, instance }: Place) {
  let query = db
    .selectFrom('study')
    .innerJoin('image', (join) =>
      // The clinic too, so that one of 500 slices is found by its own UID.
      join.onRef('image.studyId', '=', 'study.id').onRef('image.clinicId', '=', 'study.clinicId'),
    )
    .where('study.studyInstanceUID', '=', study)
    // Where every clinic is in reach, this lets the index of clinics and UIDs be used all the same.
    .where('study.clinicId', 'in', (clinics) => clinics.selectFrom('clinic').select('clinic.id'))
    .where('study.isDeleted', '=', false)
    .where('image.isRejected', '=', false)
  if (series !== undefined) query = query.where('image.seriesInstanceUID', '=', series)
  if (instance !== undefined) query = query.where('image.sopInstanceUID', '=', instance)
  return query
}

/** In the order of series and numbers. The same study in two clinics in reach: the first of them. */
export async function findInstances(db: ClinicDb, place: Place) {
  const found = await instancesOf(db, place)
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
      'study.studyInstanceUID',
    ])
    .orderBy('study.id')
    .orderBy('image.seriesInstanceUID')
    .orderBy('image.instanceNumber')
    .orderBy('image.id')
    .execute()
  return found.filter(({ studyId }) => studyId === found[0]?.studyId)
}
export type Instance = Awaited<ReturnType<typeof findInstances>>[number]

const idsAtOnce = 500

export async function headersOf(
  db: ClinicDb,
  ids: readonly ImageId[],
): Promise<ReadonlyMap<ImageId, string>> {
  const headers = new Map<ImageId, string>()
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const rows = await db
      .selectFrom('imageHeader')
      .select(['imageHeader.imageId', 'imageHeader.json'])
      .where('imageHeader.imageId', 'in', ids.slice(at, at + idsAtOnce))
      .execute()
    for (const { imageId, json } of rows) headers.set(imageId, json)
  }
  return headers
}

/** Of the instances that a search found, by their UIDs. */
export async function headersByUid(
  db: ClinicDb,
  uids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const headers = new Map<string, string>()
  for (let at = 0; at < uids.length; at += idsAtOnce) {
    const rows = await db
      .selectFrom('image')
      .innerJoin('imageHeader', 'imageHeader.imageId', 'image.id')
      .select(['image.sopInstanceUID', 'imageHeader.json'])
      .where('image.sopInstanceUID', 'in', uids.slice(at, at + idsAtOnce))
      .execute()
    for (const { sopInstanceUID, json } of rows) headers.set(sopInstanceUID, json)
  }
  return headers
}
