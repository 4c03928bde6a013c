/** Exit codes of `npm run update`, for scripts and Task Scheduler. */
export const exitCodes = {
  done: 0,
  /** Nothing was changed, and Talus runs as before. */
  refused: 1,
  /** The former version runs again, on its database. */
  rolledBack: 2,
  /** Talus does not run: the last lines say what to do. */
  needsHelp: 3,
  /** `--check` found that there is a newer version. */
  newer: 10,
  /** `--check` found that an update was interrupted. */
  interrupted: 11,
  /** The newest version was rolled back before, and is not tried again unless asked. */
  failedBefore: 12,
  /** Another update is running. */
  running: 13,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** A sentence for the user, without a stack. */
export class UpdateProblem extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = exitCodes.refused) {
    super(message)
    this.exitCode = exitCode
  }
}
