import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import type { Route, RouteRequest } from '@talus/contract'
import { sql } from 'kysely'
import { startTestServer } from '../server/test-server.ts'

export const gb = 1_000_000_000
export const hour = 3_600_000
export const day = 24 * hour
type SaveBody = RouteRequest<typeof routes.backup.save, File>['body']
const start = new Date('2026-03-02T14:00:00.000Z')
/** The content of the one image in its archive. */
export const sampleImage = Buffer.from('image a '.repeat(20_000))
const wellSpace = { freeBytes: 500 * gb, totalBytes: 1000 * gb }

/** A server on a clock of the test, whose backups run in real processes. */
export async function startBackupFixture() {
  let space = wellSpace
  const server = await startTestServer({}, { readSpace: async () => space })
  const { unscopedDb, backups } = server
  const parent = await mkdtemp(join(tmpdir(), 'talus-backups-'))
  // The database of a test is in a folder of its own.
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(unscopedDb)
  await symlink(rows[0]?.file ?? '', join(server.folder, 'talus.sqlite'))
  await forgetSampleFiles()
  await server.files.put('images/1/2026-03-02/a.dcm', sampleImage)

  /** The sample records name files that do not exist, which a backup would report as missing. */
  async function forgetSampleFiles() {
    const tables = await sql<{ name: string }>`select m.name from sqlite_schema m
      join pragma_table_info(m.name) c where m.type = 'table' and c.name = 'filePath'`.execute(
      unscopedDb,
    )
    for (const { name } of tables.rows)
      await sql`update ${sql.ref(name)} set "filePath" = ''`.execute(unscopedDb)
  }

  /** Signs in for each call: the clock moves on by days. */
  async function callAsRoot<Definition extends Route>(
    route: Definition,
    request: RouteRequest<Definition, File>,
  ) {
    return server.call(route, request, await server.createToken(server.first.users.root.id))
  }

  return {
    server,
    callAsRoot,
    setSpace: (next: typeof wellSpace) => {
      space = next
    },
    createTarget: () => mkdtemp(join(parent, 'target-')),
    nameMissing: () => join(parent, 'missing'),
    save: (change: Partial<SaveBody> = {}) => {
      const body: SaveBody = {
        target: 'folder',
        schedule: 'daily',
        time: '02:00',
        // Targets of tests are on the disk of the data.
        acceptsDataDisk: true,
        timeZone: 'America/Toronto',
        ...change,
      }
      return callAsRoot(routes.backup.save, { body })
    },
    run: async (work: 'backup' | 'verify' = 'backup') => {
      await callAsRoot(routes.backup.run, { body: { work } })
      await backups.runner.idle()
    },
    readStatus: async () => (await callAsRoot(routes.backup.status, {})).body,
    listRuns: async () => (await callAsRoot(routes.backup.runs, {})).body,
    listStored: async () => (await callAsRoot(routes.backup.list, {})).body,
    /** Does the background work of a minute, and waits for the run that it starts. */
    tick: async () => {
      await backups.work.tick()
      await backups.runner.idle()
      // The end of a run starts another one, which notes what follows from it.
      await backups.work.tick()
    },
    listMails: async () =>
      (
        await unscopedDb
          .selectFrom('job')
          .select('payload')
          .where('kind', '=', 'email.from-clinic')
          .orderBy('id')
          .execute()
      ).map(({ payload }) => payload as { recipient: string; sealed: string }),
    /** Newest first. */
    listEvents: () =>
      unscopedDb
        .selectFrom('auditEvent')
        .select(['action', 'username', 'subject', 'after', 'before'])
        .where('kind', '=', 'backup')
        .orderBy('id', 'desc')
        .execute(),
    countManifests: async (target: string) =>
      (await readdir(join(target, 'backups')).catch(() => [])).length,
    reset: async () => {
      server.advanceClock(start.getTime() - server.clock().getTime())
      await backups.runner.idle()
      for (const table of ['backupPlan', 'backupRun', 'backupWarning', 'diskUse', 'job'] as const)
        await unscopedDb.deleteFrom(table).execute()
      space = wellSpace
    },
    close: async () => {
      await server.close()
      await rm(parent, { recursive: true, force: true })
    },
  }
}

export type BackupFixture = Awaited<ReturnType<typeof startBackupFixture>>
