import type { ImageId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'

export const find = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .selectAll('image')
    .where('image.id', '=', id)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()
