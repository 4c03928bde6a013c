import type { ClinicDb } from '../../../db/clinic-db.ts'

export interface RetrieveKeys {
  readonly studies: readonly string[]
  readonly series: readonly string[]
  readonly instances: readonly string[]
}

/**
 * Excludes deleted studies and rejected images, as a search does. An empty list does not filter.
 */
export function listImages(
  db: ClinicDb,
  { studies, series, instances }: RetrieveKeys,
  limit: number,
) {
  let query = db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select([
      'image.id',
      'image.studyId',
      'image.filePath',
      'image.sha256',
      'image.sopClassUID',
      'image.sopInstanceUID',
      'image.transferSyntaxUID',
    ])
    .where('study.isDeleted', '=', false)
    .where('image.isRejected', '=', false)
  if (studies.length > 0) query = query.where('study.studyInstanceUID', 'in', studies)
  if (series.length > 0) query = query.where('image.seriesInstanceUID', 'in', series)
  if (instances.length > 0) query = query.where('image.sopInstanceUID', 'in', instances)
  return query.orderBy('image.id').limit(limit).execute()
}
export type RequestedImage = Awaited<ReturnType<typeof listImages>>[number]

export const findServerByTitle = (db: ClinicDb, aeTitle: string) =>
  db
    .selectFrom('dicomServer')
    .selectAll()
    .where('dicomServer.aeTitle', '=', aeTitle)
    .orderBy('dicomServer.id')
    .executeTakeFirst()
