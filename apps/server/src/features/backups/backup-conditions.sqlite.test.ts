import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sampleImage, startBackupFixture } from '../../testing/backups/backup-fixture.ts'
import type { BackupFixture } from '../../testing/backups/backup-fixture.ts'
import { openSecondStore } from '../../files/second-store.ts'
import { createTieredFileStore } from '../../files/tiered-file-store.ts'
import { createSecondStoreWatch } from '../long-storage/index.ts'

/** Conditions that the status shows until they end: disks, stores, and files that a restore lacks. */
let fixture: BackupFixture
let folder: string
beforeAll(async () => {
  fixture = await startBackupFixture()
  folder = await mkdtemp(join(tmpdir(), 'talus-conditions-'))
})
beforeEach(() => fixture.reset())
afterAll(async () => {
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})

test('a target on the disk of the images is warned of until a user accepts it', async () => {
  const target = await fixture.createTarget()
  const saved = await fixture.save({ folder: target, schedule: 'off', acceptsDataDisk: false })
  expect(saved.body).toMatchObject({ isOnDataDisk: true, acceptsDataDisk: false })
  await fixture.run()
  expect((await fixture.readStatus()).warnings).toEqual(['on-data-disk'])
  await fixture.save({ folder: target, schedule: 'off', acceptsDataDisk: true })
  expect((await fixture.readStatus()).warnings).toEqual([])
  const { body } = await fixture.callAsRoot(routes.backup.settings, {})
  expect(body.settings).toMatchObject({ isOnDataDisk: true, acceptsDataDisk: true })
})

test('a backup without the images of a second store is incomplete in the status and by mail', async () => {
  const { server } = fixture
  await fixture.save({ folder: await fixture.createTarget(), schedule: 'off' })
  const content = { files: 1, bytes: 9, movedOn: '2026-03-01T00:00:00.000Z', countedOn: null }
  await writeFile(join(server.folder, 'second-store.json'), JSON.stringify(content))
  const filePath = 'images/1/2020-01-01/moved.dcm'
  const image = await server.unscopedDb.selectFrom('image').select('id').executeTakeFirstOrThrow()
  await server.unscopedDb
    .updateTable('image')
    .set({ filePath })
    .where('id', '=', image.id)
    .execute()
  await fixture.run()
  await fixture.tick()
  const status = await fixture.readStatus()
  expect(status).toMatchObject({
    lastDoneOn: null,
    gap: { fault: 'backup/second-store-not-set', files: 1 },
    secondStore: { state: 'unset', files: 1, bytes: 9 },
    warnings: ['incomplete', 'second-store-not-set'],
  })
  expect(await fixture.listRuns()).toMatchObject([{ state: 'incomplete', missing: 1 }])
  const [mail] = await fixture.listMails()
  expect(server.secrets.open(mail?.sealed ?? '')).toContain('The last backup is incomplete')
  await rm(join(server.folder, 'second-store.json'))
  await server.unscopedDb
    .updateTable('image')
    .set({ filePath: '' })
    .where('id', '=', image.id)
    .execute()
})

test('the state of the second store is shown with its reason, and ends', async () => {
  const { server } = fixture
  const nas = join(folder, 'nas')
  await mkdir(nas)
  const secondStore = { kind: 'disk', folder: nas, noteFile: join(folder, 'note') } as const
  const files = createTieredFileStore(server.files, await openSecondStore(secondStore))
  const { dataFolder, log } = server.backups.deps
  const watch = createSecondStoreWatch({ files, dataFolder, secondStore, log })
  const read = async () => {
    await watch.check()
    return watch.readState()
  }
  expect(await read()).toMatchObject({ state: 'ready', fault: null, place: nas })
  await rename(nas, `${nas}-away`)
  expect(await read()).toMatchObject({ state: 'away', fault: 'folder-missing' })
  await mkdir(nas)
  expect(await read()).toMatchObject({ state: 'away', fault: 'not-mounted' })
  await rm(nas, { recursive: true })
  await rename(`${nas}-away`, nas)
  expect(await read()).toMatchObject({ state: 'ready' })
})

test('files that a restore lacks are counted until they are there again', async () => {
  const { server } = fixture
  const key = 'reports/1/lost.pdf'
  await writeFile(
    join(server.folder, 'missing-files.txt'),
    `# A heading.\nfiles/${key} (damaged in the backup: it is missing)\n`,
  )
  server.advanceClock(60_000)
  expect(await fixture.readStatus()).toMatchObject({ missingSinceRestore: 1 })
  expect((await fixture.readStatus()).warnings).toContain('restored-without-files')
  await server.files.put(key, sampleImage)
  server.advanceClock(60_000)
  expect(await fixture.readStatus()).toMatchObject({ missingSinceRestore: 0 })
  await server.files.remove(key)
})

test('the former space of a target that has vanished is not shown', async () => {
  const target = await fixture.createTarget()
  await fixture.save({ folder: target, schedule: 'off' })
  const listVolumes = async () => (await fixture.readStatus()).disks.map(({ volume }) => volume)
  expect(await listVolumes()).toContain('target')
  await rename(target, `${target}-away`)
  await fixture.run()
  expect(await listVolumes()).not.toContain('target')
})
