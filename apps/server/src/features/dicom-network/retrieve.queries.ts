import type { ClinicDb } from '../../db/clinic-db.ts'

export interface Wanted {
  readonly studies: readonly string[]
  readonly series: readonly string[]
  readonly instances: readonly string[]
}

/** Deleted studies and rejected images are not there, as in a search. Empty lists do not narrow. */
export function images(db: ClinicDb, { studies, series, instances }: Wanted, limit: number) {
  let query = db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select([
      'image.id',
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
export type WantedImage = Awaited<ReturnType<typeof images>>[number]

export const serverByTitle = (db: ClinicDb, aeTitle: string) =>
  db
    .selectFrom('dicomServer')
    .selectAll()
    .where('dicomServer.aeTitle', '=', aeTitle)
    .orderBy('dicomServer.id')
    .executeTakeFirst()
