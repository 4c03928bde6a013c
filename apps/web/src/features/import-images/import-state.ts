import type { StudyId } from '@talus/contract'
import { createStore } from '../../store.ts'

export interface Problem {
  readonly id: number
  readonly name: string
  readonly message: string
}

export interface ImportState {
  /**
   * `reading`: the folders are being looked through. `stopped`: the server cannot be reached, and what
   * is left can be sent later.
   */
  readonly phase: 'idle' | 'reading' | 'running' | 'stopped' | 'done' | 'cancelled'
  /** Where the images go. */
  readonly clinicName: string
  readonly files: number
  readonly filesDone: number
  readonly bytes: number
  readonly bytesSent: number
  /** Images, of which a zip may hold many. */
  readonly stored: number
  readonly known: number
  readonly studies: readonly StudyId[]
  readonly problems: readonly Problem[]
  /** Files that could be sent once more. */
  readonly retryable: number
  readonly stoppedBy: string | undefined
}

export const noImport: ImportState = {
  phase: 'idle',
  clinicName: '',
  files: 0,
  filesDone: 0,
  bytes: 0,
  bytesSent: 0,
  stored: 0,
  known: 0,
  studies: [],
  problems: [],
  retryable: 0,
  stoppedBy: undefined,
}

export const isImporting = ({ phase }: ImportState) => phase === 'reading' || phase === 'running'

/** Apart from what sends: a button of the study list shows how far it is. */
export const importState = createStore(noImport)
