import { caseStatus } from '@talus/contract'
import type { ClinicId, DoctorId } from '@talus/contract'
import type { Insertable, Updateable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { findWords } from '../../db/find-words.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { ClinicTable, DoctorTable } from '../../db/tables.ts'

/** Unscoped for the clinic of a user who is signing in; all other queries use a ClinicDb. */
export const findById = (unscopedDb: UnscopedDb, id: ClinicId) =>
  unscopedDb.selectFrom('clinic').selectAll().where('id', '=', id).executeTakeFirst()

export const list = (db: ClinicDb) =>
  db.selectFrom('clinic').selectAll().orderBy('clinic.search').orderBy('clinic.id').execute()

const sorts = {
  name: 'clinic.search',
  type: 'clinic.clinicType',
  phone: 'clinic.phone',
  aeTitle: 'clinic.aeTitle',
  status: 'clinic.status',
  deleted: 'clinic.isDeleted',
} as const

export async function page(
  db: ClinicDb,
  params: {
    readonly search: string
    readonly living: '0' | '1'
    readonly sort: keyof typeof sorts
    readonly desc: '0' | '1'
    readonly page: number
    readonly size: number
  },
) {
  let found = db.selectFrom('clinic').where(findWords(params.search, ['clinic.search']))
  if (params.living === '1') found = found.where('clinic.isDeleted', '=', false)
  const direction = params.desc === '1' ? 'desc' : 'asc'
  const rows = await found
    .selectAll()
    .orderBy(sorts[params.sort], direction)
    .orderBy('clinic.search')
    .orderBy('clinic.id')
    .limit(params.size)
    .offset(params.page * params.size)
    .execute()
  const { total } = await found
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export const find = (db: ClinicDb, id: ClinicId) =>
  db.selectFrom('clinic').selectAll().where('clinic.id', '=', id).executeTakeFirst()

/** Unscoped because a title is unique among all clinics; deleted ones keep theirs. */
export async function isTitleTaken(
  db: ClinicDb,
  aeTitle: string,
  ownId: ClinicId | undefined,
): Promise<boolean> {
  let query = db.unscopedDb
    .selectFrom('clinic')
    .select('id')
    .where((expression) => expression.fn<string>('lower', ['aeTitle']), '=', aeTitle.toLowerCase())
  if (ownId !== undefined) query = query.where('id', '!=', ownId)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

export const listDoctors = (db: ClinicDb) =>
  db
    .selectFrom('doctor')
    .selectAll()
    .where('doctor.isDeleted', '=', false)
    .orderBy('doctor.lastName')
    .orderBy('doctor.id')
    .execute()

/**
 * Unscoped because a new clinic is only in the reach of users who reach all clinics, and only they
 * may create one.
 */
export const insert = (db: ClinicDb, clinic: Insertable<ClinicTable>) =>
  db.unscopedDb.insertInto('clinic').values(clinic).returningAll().executeTakeFirstOrThrow()

export const update = (db: ClinicDb, id: ClinicId, change: Updateable<ClinicTable>) =>
  db.updateTable('clinic').set(change).where('clinic.id', '=', id).execute()

/** A clinic with open cases is in use, and so is that of root: deleting it would lock root out. */
export async function isInUse(db: ClinicDb, id: ClinicId): Promise<boolean> {
  const within = db.within(id)
  const openCase = await within
    .selectFrom('radCase')
    .select('radCase.id')
    .where('radCase.isDeleted', '=', false)
    .where('radCase.status', 'in', [caseStatus.available, caseStatus.assigned, caseStatus.waiting])
    .limit(1)
    .executeTakeFirst()
  const root = await within
    .selectFrom('user')
    .innerJoin('permissionProfile', 'permissionProfile.id', 'user.permissionProfileId')
    .select('user.id')
    .where('permissionProfile.root', '=', true)
    .where('user.isDeleted', '=', false)
    .limit(1)
    .executeTakeFirst()
  return openCase !== undefined || root !== undefined
}

export const endSessions = (db: ClinicDb, id: ClinicId) =>
  db.unscopedDb
    .deleteFrom('session')
    .where('userId', 'in', db.within(id).selectFrom('user').select('user.id'))
    .execute()

export const findDoctor = (db: ClinicDb, id: DoctorId) =>
  db
    .selectFrom('doctor')
    .selectAll()
    .where('doctor.id', '=', id)
    .where('doctor.isDeleted', '=', false)
    .executeTakeFirst()

export const insertDoctor = (db: ClinicDb, doctor: Insertable<DoctorTable>) =>
  db.insertInto('doctor', doctor).returningAll().executeTakeFirstOrThrow()

export const updateDoctor = (db: ClinicDb, id: DoctorId, change: Updateable<DoctorTable>) =>
  db.updateTable('doctor').set(change).where('doctor.id', '=', id).execute()
