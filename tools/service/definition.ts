/** How Talus is started at boot; the same on every system. */
export interface ServiceProgram {
  /** The pinned Node. */
  readonly node: string
  readonly args: readonly string[]
  /** The folder of the repository, which has the file `.env` with the settings. */
  readonly folder: string
  readonly dataFolder: string
  readonly environment: Readonly<Record<string, string>>
  /** The user who owns the folder: the server does not run as root. */
  readonly user: string
}

export interface Command {
  readonly program: string
  readonly args: readonly string[]
  /** Its failure is no failure: the service may not exist yet. */
  readonly isOptional?: boolean
}

/** The file and the commands of a service; creating the definition writes and runs nothing. */
export interface ServiceDefinition {
  readonly name: string
  readonly file: string
  readonly content: Buffer
  /** Exists if the system can keep services of this kind, with what to do if it cannot. */
  readonly needs?: { readonly path: string; readonly otherwise: string }
  /** Run after the file was written. */
  readonly install: readonly Command[]
  /** Run before the file is removed; `afterRemoval` after it. */
  readonly uninstall: readonly Command[]
  readonly afterRemoval: readonly Command[]
  readonly status: Command
  /** Prints the newest lines of the log, if the system keeps it. */
  readonly lastLines?: Command
  /** Succeeds if the service is installed. */
  readonly find: Command
  /** Stops it until `start`, or until the next boot. */
  readonly stop: readonly Command[]
  readonly start: readonly Command[]
  /** Said if a command was refused. */
  readonly hint: string
}
