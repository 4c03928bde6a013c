import { Refusal, refuse, refuseField } from '@talus/contract'
import type {
  BackupFault,
  BackupSettings,
  BackupSettingsChange,
  BackupTarget,
  BackupTargetState,
} from '@talus/contract'
import { limitConcurrency } from '@talus/node-kit/concurrency-limit'
import { BackupProblem, parseBackupName, startBackupProcess } from '../../backup/index.ts'
import type { BackupRequest, BackupResults } from '../../backup/index.ts'
import { diffValues, recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import type { RunnerDeps } from './backup-runner.ts'
import * as queries from './backups.queries.ts'
import type { BackupPlan } from './backups.queries.ts'
import { saveSpace } from './disk-use.ts'
import { nameTarget, openPlannedTarget, toTarget } from './target.ts'

export type SettingsDeps = Pick<RunnerDeps, 'unscopedDb' | 'secrets' | 'clock' | 'source'>

/** Counting the files of a large archive takes a while; a drive that hangs must not. */
const answerMs = 90_000
const limited = limitConcurrency(2)

export const toSettings = ({
  id: _id,
  scheduledSince: _since,
  emptySince: _empty,
  secretAccessKey,
  passphrase,
  everyHours,
  ...plan
}: BackupPlan): BackupSettings => ({
  ...plan,
  everyHours,
  hasSecretAccessKey: secretAccessKey !== null,
  hasPassphrase: passphrase !== null,
})

/** The field of the form at which a fault is shown; others are shown above it. */
const fieldsByFault: Partial<Record<BackupFault, string>> = {
  'backup/folder-missing': 'folder',
  'backup/not-a-folder': 'folder',
  'backup/not-absolute': 'folder',
  'backup/contains-data': 'folder',
  'backup/not-empty': 'folder',
  'backup/passphrase-needed': 'isEncrypted',
  'backup/wrong-passphrase': 'passphrase',
  'backup/not-encrypted': 'isEncrypted',
  'backup/bucket': 'bucket',
  'backup/own-bucket': 'bucket',
}

/** Runs a call about a target in a process of its own: a drive that hangs would hold up the server. */
async function ask<Call extends 'check' | 'list'>(
  request: BackupRequest & { readonly call: Call },
): Promise<BackupResults[Call]> {
  try {
    return await limited(() => startBackupProcess(request, { silentMs: answerMs }).result)
  } catch (error) {
    throw toRefusal(error)
  }
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof BackupProblem)) return error
  const { fault, values } = error
  const field = fieldsByFault[fault]
  return new Refusal(fault, {
    ...(values && { values }),
    ...(field !== undefined && { fields: { [field]: fault } }),
  })
}

function checkComplete(wanted: BackupTarget, stored: BackupPlan | undefined): void {
  if (wanted.isEncrypted && wanted.passphrase === undefined && !stored?.passphrase)
    refuseField('passphrase', 'field/required')
  if (wanted.target === 'folder') {
    if (wanted.folder === '') refuseField('folder', 'field/required')
    // A relative path would depend on the folder from which the server was started.
    if (!/^(?:[/\\]|[a-z]:[/\\])/iu.test(wanted.folder))
      throw new Refusal('backup/not-absolute', { fields: { folder: 'backup/not-absolute' } })
    return
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/u.test(wanted.bucket))
    refuseField('bucket', wanted.bucket === '' ? 'field/required' : 'field/invalid')
  if (wanted.endpoint !== '' && !/^https?:\/\/[^\s/]+/iu.test(wanted.endpoint))
    refuseField('endpoint', 'field/link-address')
  if (wanted.accessKeyId === '') refuseField('accessKeyId', 'field/required')
  if (wanted.secretAccessKey === undefined && !stored?.secretAccessKey)
    refuseField('secretAccessKey', 'field/required')
}

function openWanted(deps: SettingsDeps, wanted: BackupTarget, stored: BackupPlan | undefined) {
  try {
    return openPlannedTarget(wanted, stored, deps)
  } catch (error) {
    throw toRefusal(error)
  }
}

/** Checks a target that may not be saved yet, and prepares an empty one. */
export async function checkTarget(
  deps: SettingsDeps,
  wanted: BackupTarget,
): Promise<BackupTargetState> {
  const stored = await queries.findPlan(deps.unscopedDb)
  checkComplete(wanted, stored)
  const { space, ...state } = await ask({ call: 'check', ...openWanted(deps, wanted, stored) })
  const isStored = stored && queries.getTargetKey(stored) === queries.getTargetKey(wanted)
  if (isStored && state.state === 'empty')
    await queries.markTargetEmpty(deps.unscopedDb, deps.clock().toISOString())
  if (space && isStored) await saveSpace(deps.unscopedDb, 'target', space, deps.clock())
  if (isStored) await queries.saveTargetDisk(deps.unscopedDb, stored, state.isOnDataDisk)
  return state
}

const isSameTarget = (stored: BackupPlan, wanted: BackupTarget) =>
  wanted.passphrase === undefined &&
  wanted.secretAccessKey === undefined &&
  JSON.stringify(toTarget(stored)) === JSON.stringify(toTarget(wanted))

/** Saves the settings; a target that has changed is checked first. */
export async function saveSettings(
  context: ChangeContext & SettingsDeps,
  wanted: BackupSettingsChange,
): Promise<BackupSettings> {
  const { unscopedDb, secrets, clock } = context
  const before = await queries.findPlan(unscopedDb)
  checkComplete(wanted, before)
  const isOther = !before || !isSameTarget(before, wanted)
  const checked = isOther
    ? await ask({ call: 'check', ...openWanted(context, wanted, before) })
    : undefined
  const now = clock()
  const { passphrase, secretAccessKey, ...plain } = wanted
  const after = {
    ...plain,
    secretAccessKey:
      wanted.target === 'folder' ? null : seal(secretAccessKey, before?.secretAccessKey),
    passphrase: wanted.isEncrypted ? seal(passphrase, before?.passphrase) : null,
    // Saving confirms a restored plan.
    isPaused: false,
  }
  const scheduledSince =
    before && !before.isPaused && !isOther && isSameSchedule(before, wanted)
      ? before.scheduledSince
      : now.toISOString()
  const isSamePlace = before && queries.getTargetKey(before) === queries.getTargetKey(wanted)
  const isOnDataDisk = checked?.isOnDataDisk ?? before?.isOnDataDisk ?? false
  const acceptsDataDisk = wanted.acceptsDataDisk && isOnDataDisk
  const knownEmpty = isSamePlace ? before.emptySince : null
  const emptySince = checked?.state === 'empty' ? now.toISOString() : knownEmpty
  return context.db.transaction(async (db) => {
    await queries.savePlan(db.unscopedDb, {
      ...after,
      scheduledSince,
      emptySince,
      isOnDataDisk,
      acceptsDataDisk,
    })
    if (isOther) await queries.removeDiskUse(db.unscopedDb, 'target')
    if (checked?.space) await saveSpace(db.unscopedDb, 'target', checked.space, now)
    const saved = (await queries.findPlan(db.unscopedDb)) ?? refuse('record/not-found')
    const { id, scheduledSince: _since, emptySince: _empty, ...values } = saved
    const { id: _id, scheduledSince: _before, emptySince: _full, ...former } = before ?? saved
    await recordAuditEvent(
      { ...context, db },
      {
        action: 'backup.settings',
        entityId: id,
        subject: nameTarget(saved),
        clinicId: null,
        ...(before ? diffValues(former, values) : { after: values }),
      },
    )
    return toSettings(saved)
  })

  function seal(text: string | undefined, stored: string | null | undefined) {
    return text === undefined ? (stored ?? null) : secrets.seal(text)
  }
}

const isSameSchedule = (one: BackupPlan, other: BackupSettingsChange) =>
  (['schedule', 'time', 'everyHours', 'weekday', 'timeZone'] as const).every(
    (field) => one[field] === other[field],
  )

/** The backups at the stored target, newest first. */
export async function listStored(deps: SettingsDeps) {
  const plan = (await queries.findPlan(deps.unscopedDb)) ?? refuse('backup/not-set-up')
  const names = await ask({ call: 'list', ...openWanted(deps, toTarget(plan), plan) })
  const runs = names.length === 0 ? [] : await queries.listNamedRuns(deps.unscopedDb, names)
  const sizes = new Map(runs.map(({ name, byteCount }) => [name, byteCount]))
  const verified = await queries.findLastDone(deps.unscopedDb, plan, 'verify')
  const isWhole = verified?.damaged === 0
  return names.toReversed().flatMap((name) => {
    const createdOn = parseBackupName(name)?.toISOString()
    if (createdOn === undefined) return []
    const isVerified = isWhole && createdOn < verified.startedOn
    return [
      {
        name,
        createdOn,
        byteCount: sizes.get(name) ?? null,
        verifiedOn: isVerified ? verified.endedOn : null,
      },
    ]
  })
}
