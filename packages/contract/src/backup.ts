import { z } from 'zod'
import { timeZones } from './clinic.ts'
import { Instant, plainText } from './fields.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

/** The backup of a local server: target, schedule, retention, runs and the state of its disks. */
export const backupTargets = ['folder', 's3'] as const
export const backupSchedules = ['off', 'hours', 'daily', 'weekly'] as const
export type BackupSchedule = (typeof backupSchedules)[number]
/** Every so many hours, counted from midnight; divisors of a day, so that each day is the same. */
export const backupHours = [1, 2, 3, 4, 6, 8, 12] as const

/** Why a backup, a check or a listing failed; all are error codes too. */
export const backupFaults = [
  'backup/not-available',
  'backup/running',
  'backup/not-set-up',
  'backup/folder-missing',
  'backup/not-a-folder',
  'backup/not-absolute',
  'backup/contains-data',
  'backup/not-empty',
  'backup/other-talus',
  'backup/emptied',
  'backup/gone',
  'backup/passphrase-needed',
  'backup/wrong-passphrase',
  'backup/not-encrypted',
  'backup/not-writable',
  'backup/full',
  'backup/too-small',
  'backup/data-disk-full',
  'backup/unreachable',
  'backup/bucket',
  'backup/own-bucket',
  'backup/unreadable',
  'backup/damaged',
  'backup/database-damaged',
  'backup/second-store-away',
  'backup/second-store-not-set',
  'backup/files-unreadable',
  'backup/secret-unreadable',
  'backup/interrupted',
  'backup/failed',
] as const
export type BackupFault = (typeof backupFaults)[number]

const smallCount = (min: number, max: number) =>
  z.coerce
    .number<number | string>()
    .int('field/invalid')
    .min(min, 'field/invalid')
    .max(max, 'field/invalid')

export const passphraseLengthMin = 12

/** The place of the backups. Secrets are write-only: a missing one means the stored one. */
export const BackupTarget = z.object({
  target: z.enum(backupTargets),
  folder: plainText(limits.longTextMax).default(''),
  endpoint: plainText().default(''),
  region: plainText(64).default(''),
  bucket: plainText(64).default(''),
  prefix: plainText().default(''),
  accessKeyId: plainText().default(''),
  secretAccessKey: z.string().max(limits.textMax, 'field/too-long').optional(),
  isEncrypted: z.boolean().default(false),
  passphrase: z
    .string()
    .min(passphraseLengthMin, 'backup/short-passphrase')
    .max(limits.textMax, 'field/too-long')
    .optional(),
})
export type BackupTarget = z.output<typeof BackupTarget>

const schedule = {
  schedule: z.enum(backupSchedules),
  /** The local time of a daily or weekly backup. */
  time: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, 'field/invalid')
    .default('02:00'),
  everyHours: smallCount(1, 12)
    .refine((hours) => 24 % hours === 0, 'field/invalid')
    .default(4),
  /** 1 is Monday. */
  weekday: smallCount(1, 7).default(7),
  timeZone: z.string().refine((zone) => timeZones.has(zone), 'field/invalid'),
  keepDays: smallCount(1, 366).default(7),
  keepWeeks: smallCount(0, 104).default(4),
  keepMonths: smallCount(0, 120).default(12),
}

export const BackupSettingsChange = BackupTarget.extend({
  ...schedule,
  /** The user knows that a target on the disk of the images protects from mistakes only. */
  acceptsDataDisk: z.boolean().default(false),
})
export type BackupSettingsChange = z.output<typeof BackupSettingsChange>

/** The stored settings, without their secrets. */
export const BackupSettings = BackupSettingsChange.omit({
  secretAccessKey: true,
  passphrase: true,
}).extend({
  hasSecretAccessKey: z.boolean(),
  hasPassphrase: z.boolean(),
  /** The data was restored from a backup: the schedule waits until a user confirms it. */
  isPaused: z.boolean(),
  /** The target is on the disk of the images: if that disk fails, both are lost. */
  isOnDataDisk: z.boolean(),
})
export type BackupSettings = z.output<typeof BackupSettings>

export const BackupTargetState = z.object({
  /** `empty` before the first backup. */
  state: z.enum(['empty', 'used']),
  /** Null for a bucket. */
  freeBytes: z.number().nullable(),
  /** The size of everything that a first backup copies. */
  dataBytes: z.number(),
  /** The target is on the disk that it is to protect. */
  isOnDataDisk: z.boolean(),
})
export type BackupTargetState = z.output<typeof BackupTargetState>

/** An incomplete backup can be restored, but files of the archive are not in it. */
export const backupRunStates = [
  'running',
  'done',
  'incomplete',
  'failed',
  'interrupted',
  'stopped',
] as const
export const backupWork = ['backup', 'verify'] as const

export const BackupRun = z.object({
  id: z.int(),
  work: z.enum(backupWork),
  state: z.enum(backupRunStates),
  isScheduled: z.boolean(),
  startedOn: Instant,
  endedOn: Instant.nullable(),
  fileCount: z.int(),
  newFiles: z.int(),
  newBytes: z.number(),
  /** Files that are not in the backup: the archive lacks them or, with a fault, could not read them. */
  missing: z.int(),
  /** Files that differ from their record or, in a check, from what was stored. */
  damaged: z.int(),
  fault: z.enum(backupFaults).nullable(),
})
export type BackupRun = z.output<typeof BackupRun>

export const backupPhases = ['counting', 'files', 'database', 'ending', 'verifying'] as const
export const BackupProgress = z.object({
  phase: z.enum(backupPhases),
  doneFiles: z.int(),
  totalFiles: z.int(),
  doneBytes: z.number(),
  totalBytes: z.number(),
})
export type BackupProgress = z.output<typeof BackupProgress>

/** Conditions of which administrators are warned; some are shown and not mailed. */
export const backupWarnings = [
  'never',
  'paused',
  'empty-target',
  'failed',
  'check-failed',
  'incomplete',
  'overdue',
  'damaged',
  'restored-without-files',
  'second-store-away',
  'second-store-not-set',
  'on-data-disk',
  'data-disk-critical',
  'data-disk-full',
  'data-disk-forecast',
  'target-disk-full',
  'target-disk-forecast',
] as const
export type BackupWarning = (typeof backupWarnings)[number]

export const DiskState = z.object({
  volume: z.enum(['data', 'target']),
  freeBytes: z.number(),
  totalBytes: z.number(),
  /** Weeks until it is full at the growth of the last month; null if that cannot be said. */
  weeksLeft: z.number().nullable(),
})
export type DiskState = z.output<typeof DiskState>

/** The last backup or check, if it has failed. */
export const BackupFailure = z.object({
  work: z.enum(backupWork),
  startedOn: Instant,
  fault: z.enum(backupFaults).nullable(),
  /** When Talus tries again by itself; null for a check, and after the third try by hand. */
  retryOn: Instant.nullable(),
})
export type BackupFailure = z.output<typeof BackupFailure>

/** Why a second store cannot be used. */
export const secondStoreFaults = [
  'not-absolute',
  'folder-missing',
  'not-a-folder',
  'not-mounted',
  'other-talus',
  'not-writable',
  'full',
  'no-answer',
  'bucket',
  'failed',
] as const
export type SecondStoreFault = (typeof secondStoreFaults)[number]

/** The store of old images: what has moved there, and whether it can be used. */
export const SecondStoreState = z.object({
  /** `unset` if images have moved and the settings no longer name it. */
  state: z.enum(['ready', 'away', 'unset']),
  fault: z.enum(secondStoreFaults).nullable(),
  place: z.string(),
  files: z.int(),
  bytes: z.number(),
  movedOn: Instant.nullable(),
})
export type SecondStoreState = z.output<typeof SecondStoreState>

/** The settings of images of former years, and what has become of them. */
export const OldImages = z.object({
  /** Images of this age move to the second store; null without one. */
  moveAfterMonths: z.int().nullable(),
  /** Images of this age are compressed; null if none are. */
  compressAfterDays: z.int().nullable(),
  compressed: z.object({ images: z.int(), formerBytes: z.number(), bytes: z.number() }),
})
export type OldImages = z.output<typeof OldImages>

/** Sizes, runs and readers are empty for users who do not administer the installation. */
export const BackupStatus = z.object({
  /** Whether this server can be backed up here: not one with PostgreSQL. */
  isAvailable: z.boolean(),
  isSetUp: z.boolean(),
  isDemo: z.boolean(),
  schedule: z.enum(backupSchedules),
  nextOn: Instant.nullable(),
  progress: BackupProgress.nullable(),
  lastRun: BackupRun.nullable(),
  lastDoneOn: Instant.nullable(),
  failures: z.array(BackupFailure),
  /** Why the last backup is incomplete, and how many files are not in it. */
  gap: z.object({ fault: z.enum(backupFaults), files: z.int() }).nullable(),
  /** Files that the restore of this data could not bring back, as far as they are still missing. */
  missingSinceRestore: z.int(),
  secondStore: SecondStoreState.nullable(),
  disks: z.array(DiskState),
  warnings: z.array(z.enum(backupWarnings)),
  /** How warnings are mailed; null if no mail server or mailbox is set up. */
  mail: z.enum(['server', 'mailbox']).nullable(),
  /** The number of users who get them. */
  mailReaders: z.int(),
})
export type BackupStatus = z.output<typeof BackupStatus>

/** A backup at the target. */
export const StoredBackup = z.object({
  name: z.string(),
  createdOn: Instant,
  /** Null for one that was made by the command; a list of a hundred thousand files is not read. */
  byteCount: z.number().nullable(),
  /** When a complete check has found it whole; everything written is compared at once anyway. */
  verifiedOn: Instant.nullable(),
})
export type StoredBackup = z.output<typeof StoredBackup>

const manage = { variant: 'local', needs: 'backup.manage', clinic: 'none' } as const

export const backupRoutes = {
  status: defineRoute({
    method: 'GET',
    path: '/backup/status',
    summary:
      'Last and next backup and what needs attention; with backup.manage also the free space of the disks',
    variant: 'local',
    needs: 'backup.see-status',
    clinic: 'none',
    response: BackupStatus,
  }),
  settings: defineRoute({
    ...manage,
    method: 'GET',
    path: '/backup/settings',
    summary: 'Target, schedule and retention; null before they are set up',
    response: z.object({
      settings: BackupSettings.nullable(),
      dataFolder: z.string(),
    }),
  }),
  save: defineRoute({
    ...manage,
    method: 'PUT',
    path: '/backup/settings',
    summary: 'Change target, schedule and retention; a new target is checked first',
    body: BackupSettingsChange,
    response: BackupSettings,
  }),
  check: defineRoute({
    ...manage,
    method: 'POST',
    path: '/backup/check',
    summary: 'Check whether backups can be stored at a target, and prepare an empty one',
    body: BackupTarget,
    response: BackupTargetState,
  }),
  run: defineRoute({
    ...manage,
    method: 'POST',
    path: '/backup/run',
    summary: 'Make a backup now, or check all stored backups',
    body: z.object({ work: z.enum(backupWork).default('backup') }),
    response: BackupRun,
  }),
  runs: defineRoute({
    ...manage,
    method: 'GET',
    path: '/backup/run',
    summary: 'The last runs, newest first',
    response: z.array(BackupRun),
  }),
  list: defineRoute({
    ...manage,
    method: 'GET',
    path: '/backup/stored',
    summary: 'The backups at the target, newest first',
    response: z.array(StoredBackup),
  }),
  oldImages: defineRoute({
    ...manage,
    method: 'GET',
    path: '/backup/old-images',
    summary: 'When images of former years move and are compressed, and the space that was saved',
    response: OldImages,
  }),
  stop: defineRoute({
    ...manage,
    method: 'DELETE',
    path: '/backup/run',
    summary: 'Stop the run; the next one continues',
  }),
}
