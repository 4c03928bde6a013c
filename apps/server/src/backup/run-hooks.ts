import type { BackupProgress } from '@talus/contract'

/** How a long run tells its progress and makes way for other work. */
export interface RunHooks {
  readonly report: (progress: BackupProgress) => void
  /** Resolves when the next piece may be copied. */
  readonly waitForTurn: () => Promise<void>
}

export const quietRun: RunHooks = {
  report: () => undefined,
  waitForTurn: () => Promise.resolve(),
}
