import type {
  CaseId,
  CaseNoticeId,
  CaseNoticeKind,
  ClinicId,
  Instant,
  UserId,
} from '@talus/contract'
import type { Insertable } from 'kysely'
import type { CaseNoticeTable } from '../../../db/case-tables.ts'
import type { UnscopedDb } from '../../../db/open.ts'

const selectActiveUsers = (unscopedDb: UnscopedDb) =>
  unscopedDb
    .selectFrom('user')
    .innerJoin('permissionProfile', 'permissionProfile.id', 'user.permissionProfileId')
    .where('user.isDeleted', '=', false)
    .where('permissionProfile.status', '=', 'Active')

export const listRadiologistIds = async (unscopedDb: UnscopedDb): Promise<readonly UserId[]> => {
  const rows = await selectActiveUsers(unscopedDb)
    .select('user.id')
    .where('permissionProfile.radiologistCase', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

/** The users of a clinic who work with its cases. */
export const listCaseUserIds = async (
  unscopedDb: UnscopedDb,
  clinicId: ClinicId,
): Promise<readonly UserId[]> => {
  const rows = await selectActiveUsers(unscopedDb)
    .select('user.id')
    .where('user.clinicId', '=', clinicId)
    .where((where) =>
      where.or([
        where('permissionProfile.doctorCase', '=', true),
        where('permissionProfile.clinicAdmin', '=', true),
        where('permissionProfile.operator', '=', true),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Addresses and languages of active users, and their choices for a kind. */
export const listReaders = (
  unscopedDb: UnscopedDb,
  userIds: readonly UserId[],
  kind: CaseNoticeKind,
) =>
  selectActiveUsers(unscopedDb)
    .leftJoin('clinic', 'clinic.id', 'user.clinicId')
    .leftJoin('caseReader', 'caseReader.userId', 'user.id')
    .leftJoin('caseNoticeChoice', (join) =>
      join.onRef('caseNoticeChoice.userId', '=', 'user.id').on('caseNoticeChoice.kind', '=', kind),
    )
    .select([
      'user.id',
      'user.email',
      'user.firstName',
      'user.lastName',
      'user.username',
      'clinic.lang as clinicLanguage',
      'caseReader.language',
      'caseNoticeChoice.bell',
      'caseNoticeChoice.mail',
    ])
    .where('user.id', 'in', [...userIds])
    .execute()

export async function findClinicName(unscopedDb: UnscopedDb, id: ClinicId): Promise<string> {
  const { name } = await unscopedDb
    .selectFrom('clinic')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}

export const insertNotice = (unscopedDb: UnscopedDb, notice: Insertable<CaseNoticeTable>) =>
  unscopedDb.insertInto('caseNotice').values(notice).execute()

export const listNotices = (unscopedDb: UnscopedDb, userId: UserId, limit: number) =>
  unscopedDb
    .selectFrom('caseNotice')
    .innerJoin('radCase', 'radCase.id', 'caseNotice.caseId')
    .select([
      'caseNotice.id',
      'caseNotice.kind',
      'caseNotice.caseId',
      'caseNotice.actorName',
      'caseNotice.radiologistName',
      'caseNotice.createdOn',
      'caseNotice.readOn',
      'radCase.patientName',
    ])
    .where('caseNotice.userId', '=', userId)
    .where('caseNotice.isListed', '=', true)
    .orderBy('caseNotice.id', 'desc')
    .limit(limit)
    .execute()

/** The notices that a call is about; a missing part includes all of them. */
export interface NoticeFilter {
  readonly ids?: readonly CaseNoticeId[] | undefined
  readonly caseId?: CaseId | undefined
  readonly kinds?: readonly CaseNoticeKind[] | undefined
}

export async function countUnread(
  unscopedDb: UnscopedDb,
  userId: UserId,
  { caseId, kinds }: Omit<NoticeFilter, 'ids'>,
): Promise<number> {
  let query = unscopedDb
    .selectFrom('caseNotice')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('isListed', '=', true)
    .where('readOn', 'is', null)
  if (caseId !== undefined) query = query.where('caseId', '=', caseId)
  if (kinds) query = query.where('kind', 'in', [...kinds])
  const { count } = await query.executeTakeFirstOrThrow()
  return count
}

export async function markRead(
  unscopedDb: UnscopedDb,
  { userId, readOn }: { userId: UserId; readOn: Instant },
  { ids, caseId, kinds }: NoticeFilter,
): Promise<void> {
  if (ids?.length === 0 || kinds?.length === 0) return
  let query = unscopedDb
    .updateTable('caseNotice')
    .set({ readOn })
    .where('userId', '=', userId)
    .where('readOn', 'is', null)
  if (ids) query = query.where('id', 'in', [...ids])
  if (caseId !== undefined) query = query.where('caseId', '=', caseId)
  if (kinds) query = query.where('kind', 'in', [...kinds])
  await query.execute()
}

export const listChoices = (unscopedDb: UnscopedDb, userId: UserId) =>
  unscopedDb.selectFrom('caseNoticeChoice').selectAll().where('userId', '=', userId).execute()

export const saveChoice = (
  unscopedDb: UnscopedDb,
  choice: { userId: UserId; kind: CaseNoticeKind; bell: boolean; mail: boolean },
) =>
  unscopedDb
    .insertInto('caseNoticeChoice')
    .values(choice)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'kind']).doUpdateSet({ bell: choice.bell, mail: choice.mail }),
    )
    .execute()

/** Also the read ones: a deleted case cannot be opened. */
export const removeNoticesOfCase = (unscopedDb: UnscopedDb, caseId: CaseId) =>
  unscopedDb.deleteFrom('caseNotice').where('caseId', '=', caseId).execute()
