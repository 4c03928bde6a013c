import type { BackupWarning, Day, DiskState } from '@talus/contract'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { BackupPlanTable, BackupRunTable, BackupWarningTable } from '../../db/backup-tables.ts'
import type { UnscopedDb } from '../../db/open.ts'

/** The backup is that of the whole installation, so its queries belong to no clinic. */
export type BackupPlan = Selectable<BackupPlanTable>
export type StoredRun = Selectable<BackupRunTable>

/** Names a target in the rows of its runs; buckets of one name may be at several services. */
export function getTargetKey({
  target,
  folder,
  endpoint,
  bucket,
  prefix,
}: Pick<BackupPlan, 'target' | 'folder' | 'endpoint' | 'bucket' | 'prefix'>): string {
  const place = prefix === '' ? bucket : `${bucket}/${prefix}`
  return target === 'folder' ? folder : `${endpoint} s3://${place}`.trim()
}

export const findPlan = (unscopedDb: UnscopedDb) =>
  unscopedDb.selectFrom('backupPlan').selectAll().orderBy('id').executeTakeFirst()

/** Whether a target was chosen, paused or not. */
export const hasBackupPlan = async (unscopedDb: UnscopedDb): Promise<boolean> =>
  (await findPlan(unscopedDb)) !== undefined

export async function savePlan(
  unscopedDb: UnscopedDb,
  plan: Insertable<BackupPlanTable>,
): Promise<void> {
  const before = await findPlan(unscopedDb)
  if (before)
    await unscopedDb.updateTable('backupPlan').set(plan).where('id', '=', before.id).execute()
  else await unscopedDb.insertInto('backupPlan').values(plan).execute()
}

/** Runs at the target before now no longer count: it is empty. */
export const markTargetEmpty = (unscopedDb: UnscopedDb, emptySince: string) =>
  unscopedDb.updateTable('backupPlan').set({ emptySince }).execute()

/** A disk may have been replaced since the target was saved. */
export const saveTargetDisk = (unscopedDb: UnscopedDb, plan: BackupPlan, isOnDataDisk: boolean) =>
  unscopedDb
    .updateTable('backupPlan')
    .set({ isOnDataDisk })
    .where('target', '=', plan.target)
    .where('folder', '=', plan.folder)
    .execute()

export const pausePlan = (unscopedDb: UnscopedDb) =>
  unscopedDb.updateTable('backupPlan').set({ isPaused: true }).execute()

export async function insertRun(
  unscopedDb: UnscopedDb,
  run: Insertable<BackupRunTable>,
): Promise<StoredRun> {
  return unscopedDb.insertInto('backupRun').values(run).returningAll().executeTakeFirstOrThrow()
}

export const updateRun = (unscopedDb: UnscopedDb, id: number, change: Updateable<BackupRunTable>) =>
  unscopedDb
    .updateTable('backupRun')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()

/** Runs of a process that has ended: only one server uses the database, and knows its own run. */
export const interruptRuns = (unscopedDb: UnscopedDb, now: string, currentId = 0) =>
  unscopedDb
    .updateTable('backupRun')
    .set({ state: 'interrupted', endedOn: now, fault: 'backup/interrupted' })
    .where('state', '=', 'running')
    .where('id', '!=', currentId)
    .execute()

/** The last runs, newest first. */
export const listRuns = (unscopedDb: UnscopedDb, limit: number) =>
  unscopedDb.selectFrom('backupRun').selectAll().orderBy('id', 'desc').limit(limit).execute()

/** The runs at the present target, or at the disk that has replaced its former one. */
const selectRunsAt = (unscopedDb: UnscopedDb, plan: BackupPlan, work: StoredRun['work']) =>
  unscopedDb
    .selectFrom('backupRun')
    .selectAll()
    .where('work', '=', work)
    .where('target', '=', getTargetKey(plan))
    .$if(plan.emptySince !== null, (query) => query.where('startedOn', '>=', plan.emptySince ?? ''))
    .orderBy('id', 'desc')

/** An incomplete backup can be restored too. */
const madeStates = ['done', 'incomplete'] as const

/** The last two runs at the target that have succeeded or failed, newest first. */
export const listLastOutcomes = (
  unscopedDb: UnscopedDb,
  plan: BackupPlan,
  work: StoredRun['work'],
) =>
  selectRunsAt(unscopedDb, plan, work)
    .where('state', 'in', [...madeStates, 'failed'])
    .limit(2)
    .execute()

/** The last backups at the target, newest first. */
export const listBackupsAt = (unscopedDb: UnscopedDb, plan: BackupPlan, limit: number) =>
  selectRunsAt(unscopedDb, plan, 'backup').limit(limit).execute()

export const findLastBackup = (unscopedDb: UnscopedDb) =>
  unscopedDb
    .selectFrom('backupRun')
    .selectAll()
    .where('work', '=', 'backup')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findLastDone = (unscopedDb: UnscopedDb, plan: BackupPlan, work: StoredRun['work']) =>
  selectRunsAt(unscopedDb, plan, work).where('state', '=', 'done').limit(1).executeTakeFirst()

/** The last backup that can be restored, complete or not. */
export const findLastMade = (unscopedDb: UnscopedDb, plan: BackupPlan) =>
  selectRunsAt(unscopedDb, plan, 'backup')
    .where('state', 'in', [...madeStates])
    .limit(1)
    .executeTakeFirst()

export const listNamedRuns = (unscopedDb: UnscopedDb, names: readonly string[]) =>
  unscopedDb
    .selectFrom('backupRun')
    .select(['name', 'byteCount'])
    .where('name', 'in', [...names])
    .execute()

const keptRuns = 500

export async function removeOldRuns(unscopedDb: UnscopedDb): Promise<void> {
  const oldest = await unscopedDb
    .selectFrom('backupRun')
    .select('id')
    .orderBy('id', 'desc')
    .offset(keptRuns)
    .limit(1)
    .executeTakeFirst()
  if (oldest) await unscopedDb.deleteFrom('backupRun').where('id', '<=', oldest.id).execute()
}

export const saveDiskUse = (
  unscopedDb: UnscopedDb,
  use: {
    readonly volume: DiskState['volume']
    readonly day: Day
    readonly freeBytes: number
    readonly totalBytes: number
  },
) =>
  unscopedDb
    .insertInto('diskUse')
    .values(use)
    .onConflict((conflict) =>
      conflict
        .columns(['volume', 'day'])
        .doUpdateSet({ freeBytes: use.freeBytes, totalBytes: use.totalBytes }),
    )
    .execute()

/** Days up to today: those of a fast clock would stay the last ones. */
export const listDiskUse = (unscopedDb: UnscopedDb, from: Day, until: Day) =>
  unscopedDb
    .selectFrom('diskUse')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', until)
    .orderBy('day')
    .execute()

export const removeDiskUse = (unscopedDb: UnscopedDb, volume: DiskState['volume']) =>
  unscopedDb.deleteFrom('diskUse').where('volume', '=', volume).execute()

export const removeDiskUseBefore = (unscopedDb: UnscopedDb, day: Day) =>
  unscopedDb.deleteFrom('diskUse').where('day', '<', day).execute()

export const listStoredWarnings = (unscopedDb: UnscopedDb) =>
  unscopedDb.selectFrom('backupWarning').selectAll().execute()

export const saveWarning = (unscopedDb: UnscopedDb, warning: BackupWarningTable) =>
  unscopedDb
    .insertInto('backupWarning')
    .values(warning)
    .onConflict((conflict) =>
      conflict.column('warning').doUpdateSet({
        since: warning.since,
        endedOn: warning.endedOn,
        mailedOn: warning.mailedOn,
      }),
    )
    .execute()

export const endWarnings = (
  unscopedDb: UnscopedDb,
  active: readonly BackupWarning[],
  now: string,
) =>
  unscopedDb
    .updateTable('backupWarning')
    .set({ endedOn: now })
    .where('endedOn', 'is', null)
    .$if(active.length > 0, (query) => query.where('warning', 'not in', [...active]))
    .execute()

/** Active users with the rights of an administrator, and the language in which they read. */
export const listReaders = (unscopedDb: UnscopedDb) =>
  unscopedDb
    .selectFrom('user')
    .innerJoin('permissionProfile', 'permissionProfile.id', 'user.permissionProfileId')
    .leftJoin('clinic', 'clinic.id', 'user.clinicId')
    .leftJoin('caseReader', 'caseReader.userId', 'user.id')
    .select([
      'user.id',
      'user.email',
      'user.username',
      'user.clinicId',
      'clinic.email as clinicEmail',
      'clinic.lang as clinicLanguage',
      'caseReader.language',
      'permissionProfile.root',
      'permissionProfile.superAdmin',
    ])
    .where('user.isDeleted', '=', false)
    .where('permissionProfile.status', '=', 'Active')
    .where((where) =>
      where.or([
        where('permissionProfile.root', '=', true),
        where('permissionProfile.superAdmin', '=', true),
        where('permissionProfile.contractSuperAdmin', '=', true),
        where('permissionProfile.clinicAdmin', '=', true),
      ]),
    )
    .orderBy('user.id')
    .execute()

/** The mailbox of a clinic from which warnings are sent if the server has no mail server. */
export const findMailbox = (unscopedDb: UnscopedDb) =>
  unscopedDb
    .selectFrom('emailConfig')
    .innerJoin('clinic', 'clinic.id', 'emailConfig.clinicId')
    .select(['emailConfig.id', 'emailConfig.clinicId', 'emailConfig.email'])
    .where('emailConfig.password', 'is not', null)
    .where('clinic.isDeleted', '=', false)
    .orderBy('emailConfig.id')
    .executeTakeFirst()
