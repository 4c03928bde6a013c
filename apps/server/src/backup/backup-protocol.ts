import type { BackupFault, BackupProgress, BackupTargetState, RefusalValues } from '@talus/contract'
import type { BackupResult } from './create-backup.ts'
import type { DiskSpace } from './disk-space.ts'
import type { Retention } from './kept-backups.ts'
import type { BackupSettings } from './run-backup.ts'

/** The messages between the server and the process of a backup. Both are of the same version. */
interface Common {
  readonly settings: BackupSettings
  readonly target: string
}

export type BackupRequest =
  | (Common & { readonly call: 'backup'; readonly keep: Retention; readonly startedOn: Date })
  | (Common & { readonly call: 'verify' | 'check' | 'list' })

/** The first message, with the certificate authorities that the server trusts. */
export type BackupOrder = BackupRequest & { readonly certificates: readonly string[] }

export interface BackupResults {
  readonly backup: Omit<BackupResult, 'missing' | 'damaged' | 'unread' | 'kept'> & {
    readonly isComplete: boolean
    /** The archive lacks them, or they could not be read. */
    readonly missing: number
    readonly damaged: number
    readonly space: DiskSpace | null
    readonly isOnDataDisk: boolean
  }
  readonly verify: { readonly objects: number; readonly faults: readonly string[] }
  readonly check: BackupTargetState & { readonly space: DiskSpace | null }
  readonly list: readonly string[]
}

/** Messages to the process after its request: whether it may copy now. */
export interface TurnMessage {
  readonly mayCopy: boolean
}

export type BackupMessage =
  | { readonly is: 'progress'; readonly progress: BackupProgress }
  | { readonly is: 'done'; readonly result: BackupResults[keyof BackupResults] }
  | {
      readonly is: 'failed'
      readonly fault: BackupFault
      readonly message: string
      readonly values: RefusalValues | undefined
    }
