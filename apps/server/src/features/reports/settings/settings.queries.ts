import type { ClinicId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { ReportLogoTable } from '../../../db/report-tables.ts'

export const findClinic = (db: ClinicDb, id: ClinicId) =>
  db
    .selectFrom('clinic')
    .select(['clinic.name', 'clinic.reportOrientation as orientation'])
    .where('clinic.id', '=', id)
    .where('clinic.isDeleted', '=', false)
    .executeTakeFirst()

export const setOrientation = (
  db: ClinicDb,
  id: ClinicId,
  reportOrientation: 'landscape' | 'portrait',
) => db.updateTable('clinic').set({ reportOrientation }).where('clinic.id', '=', id).execute()

export const findLogo = (db: ClinicDb, clinicId: ClinicId) =>
  db
    .selectFrom('reportLogo')
    .selectAll()
    .where('reportLogo.clinicId', '=', clinicId)
    .executeTakeFirst()

export const removeLogo = (db: ClinicDb, clinicId: ClinicId) =>
  db.deleteFrom('reportLogo').where('reportLogo.clinicId', '=', clinicId).execute()

export const insertLogo = (db: ClinicDb, logo: Insertable<ReportLogoTable>) =>
  db.insertInto('reportLogo', logo).execute()
