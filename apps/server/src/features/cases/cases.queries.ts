import type { ClinicDb } from '../../db/clinic-db.ts'

export const countByStatus = (db: ClinicDb) =>
  db
    .selectFrom('radCase')
    .select((expression) => ['radCase.status', expression.fn.countAll<number>().as('count')])
    .where('radCase.isDeleted', '=', false)
    .groupBy('radCase.status')
    .orderBy('radCase.status')
    .execute()
