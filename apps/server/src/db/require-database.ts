import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config-error.ts'
import { databaseFile } from './database-file.ts'

/**
 * Refuses a command about a data folder without a database: a wrong TALUS_DATA would otherwise
 * become an empty installation, in which the command finds nothing wrong. Only a server creates one.
 */
export function requireDatabase({
  dataFolder,
  databaseUrl,
}: {
  readonly dataFolder: string
  readonly databaseUrl: string | undefined
}): void {
  if (databaseUrl !== undefined || existsSync(join(dataFolder, databaseFile))) return
  throw new ConfigError(
    `  There is no database in ${dataFolder}. Is TALUS_DATA right? Only npm start creates a new one.`,
  )
}
