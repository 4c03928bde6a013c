import type { Instant } from '@talus/contract'
import type { Generated, JSONColumnType } from 'kysely'

/** Tables of the servers themselves: their jobs, and what they have in common. */
export type JobState = 'waiting' | 'running' | 'done' | 'failed'

/** Calls of one caller since `beganOn`; counted for all servers together. */
export interface CallCountTable {
  key: string
  beganOn: Instant
  count: Generated<number>
}

/** A secret that every server of an installation needs, encrypted with SECRET_KEY. */
export interface SharedSecretTable {
  name: string
  sealed: string
  createdOn: Instant
}

export interface JobTable {
  id: Generated<number>
  kind: string
  payload: JSONColumnType<Record<string, unknown>>
  state: JobState
  attempts: Generated<number>
  runAfter: Instant
  /** The end of a running job's claim; an expired claim belongs to a process that has died. */
  claimedUntil: Instant | null
  lastError: string | null
  createdOn: Instant
  finishedOn: Instant | null
  /** Two requests for the same work make one job. */
  uniqueKey: string | null
  /** The request that created it; its log lines and those of the job belong together. */
  requestId: string | null
}
