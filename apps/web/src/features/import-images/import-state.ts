import type { StudyId } from '@talus/contract'
import { createSessionStore } from '../../session-state.ts'

export interface ImportProblem {
  readonly id: number
  readonly name: string
  readonly message: string
}

export interface ImportState {
  /**
   * `reading`: the dropped folders are being listed. `stopped`: the server cannot be reached; the
   * remaining files can be sent later.
   */
  readonly phase: 'idle' | 'reading' | 'running' | 'stopped' | 'done' | 'cancelled'
  /** Name of the clinic that the images are imported into. */
  readonly clinicName: string
  readonly files: number
  readonly filesDone: number
  readonly bytes: number
  readonly bytesSent: number
  /** Number of stored images; a zip may contain many. */
  readonly stored: number
  readonly known: number
  /** Images that wait for a decision of a user. */
  readonly held: number
  /** Directories of discs, which list the other files. */
  readonly skipped: number
  readonly studies: readonly StudyId[]
  readonly problems: readonly ImportProblem[]
  /** Number of files that can be sent again. */
  readonly retryable: number
  readonly stoppedBy: string | undefined
}

export const idleImport: ImportState = {
  phase: 'idle',
  clinicName: '',
  files: 0,
  filesDone: 0,
  bytes: 0,
  bytesSent: 0,
  stored: 0,
  known: 0,
  held: 0,
  skipped: 0,
  studies: [],
  problems: [],
  retryable: 0,
  stoppedBy: undefined,
}

export const isImporting = ({ phase }: ImportState) => phase === 'reading' || phase === 'running'

/** Separate from the upload code, because a button of the study list shows the progress. */
export const importState = createSessionStore(idleImport)
