import type {
  backupFaults,
  backupRunStates,
  BackupSchedule,
  backupTargets,
  BackupWarning,
  backupWork,
  Day,
  DiskState,
  Instant,
  UserId,
} from '@talus/contract'
import type { Generated } from 'kysely'

/** The backup of the whole installation; its rows belong to no clinic. */
export interface BackupPlanTable {
  id: Generated<number>
  target: (typeof backupTargets)[number]
  folder: string
  endpoint: string
  region: string
  bucket: string
  prefix: string
  accessKeyId: string
  /** Encrypted. */
  secretAccessKey: string | null
  isEncrypted: boolean
  /** Encrypted. */
  passphrase: string | null
  schedule: BackupSchedule
  time: string
  everyHours: number
  weekday: number
  timeZone: string
  keepDays: number
  keepWeeks: number
  keepMonths: number
  /** Backups that were due before are not made. */
  scheduledSince: Instant
  isPaused: Generated<boolean>
  /** When a check found no backup at the target: earlier runs belong to a disk that was replaced. */
  emptySince: Instant | null
  isOnDataDisk: Generated<boolean>
  acceptsDataDisk: Generated<boolean>
}

export interface BackupRunTable {
  id: Generated<number>
  work: (typeof backupWork)[number]
  state: (typeof backupRunStates)[number]
  isScheduled: boolean
  userId: UserId | null
  username: string
  startedOn: Instant
  endedOn: Instant | null
  /** The name of the finished backup. */
  name: string | null
  fileCount: Generated<number>
  byteCount: Generated<number>
  newFiles: Generated<number>
  newBytes: Generated<number>
  missing: Generated<number>
  damaged: Generated<number>
  fault: (typeof backupFaults)[number] | null
  /** As `getTargetKey` names it. */
  target: string | null
}

/** A condition of which administrators are warned; it stays when it has ended. */
export interface BackupWarningTable {
  warning: BackupWarning
  since: Instant
  endedOn: Instant | null
  mailedOn: Instant | null
}

interface DiskUseTable {
  volume: DiskState['volume']
  day: Day
  freeBytes: number
  totalBytes: number
}

export interface BackupTables {
  backupPlan: BackupPlanTable
  backupRun: BackupRunTable
  backupWarning: BackupWarningTable
  diskUse: DiskUseTable
}
