import { createHash } from 'node:crypto'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sampleImage, startBackupFixture, day, hour } from '../../testing/backups/backup-fixture.ts'
import type { BackupFixture } from '../../testing/backups/backup-fixture.ts'
import { createBackupRunner } from './backup-runner.ts'

/** Backups of a whole server on a clock of the test; each runs in a real process. */
let fixture: BackupFixture
beforeAll(async () => {
  fixture = await startBackupFixture()
})
beforeEach(() => fixture.reset())
afterAll(() => fixture.close())

test('a backup is made at its time, once, and after the next night again', async () => {
  const target = await fixture.createTarget()
  expect((await fixture.save({ folder: target })).status).toBe(200)
  await fixture.tick()
  expect(await fixture.listRuns()).toEqual([])
  // 14:00 UTC is 9:00 in Toronto: the next backup is due in 17 hours.
  expect(await fixture.readStatus()).toMatchObject({
    isSetUp: true,
    nextOn: '2026-03-03T07:00:00.000Z',
    warnings: ['empty-target'],
  })
  fixture.server.advanceClock(17 * hour - 1)
  await fixture.tick()
  expect(await fixture.listRuns()).toEqual([])
  fixture.server.advanceClock(1)
  await fixture.tick()
  const [run, ...others] = await fixture.listRuns()
  expect(others).toEqual([])
  expect(run).toMatchObject({ state: 'done', isScheduled: true, missing: 0, damaged: 0 })
  expect(run?.newFiles).toBeGreaterThan(0)
  await fixture.tick()
  expect(await fixture.listRuns()).toHaveLength(1)
  fixture.server.advanceClock(day)
  await fixture.tick()
  expect(await fixture.listRuns()).toHaveLength(2)
  expect(await fixture.countManifests(target)).toBe(2)
  const stored = await fixture.listStored()
  expect(stored.map(({ createdOn }) => createdOn.slice(0, 16))).toEqual([
    '2026-03-04T07:00',
    '2026-03-03T07:00',
  ])
  expect(stored[0]).toMatchObject({ verifiedOn: null })
  expect(stored[0]?.byteCount).toBeGreaterThan(100_000)
  const [event] = await fixture.listEvents()
  expect(event).toMatchObject({ action: 'backup.run', username: 'Talus', subject: target })
  expect(event?.after).toMatchObject({ state: 'done', missing: 0 })
})

test('a missed backup is made once at the next start, and a killed one continues', async () => {
  const target = await fixture.createTarget()
  await fixture.save({ folder: target })
  fixture.server.advanceClock(5 * day)
  // A server that was killed leaves its run behind.
  const started = fixture.server.clock().toISOString()
  await fixture.server.unscopedDb
    .insertInto('backupRun')
    .values({
      work: 'backup',
      state: 'running',
      isScheduled: true,
      userId: null,
      username: '',
      startedOn: started,
      endedOn: null,
      name: null,
      fault: null,
    })
    .execute()
  const next = fixture.server.backups.restartWork()
  await next.tick()
  await fixture.server.backups.runner.idle()
  await next.tick()
  expect((await fixture.listRuns()).map(({ state }) => state)).toEqual(['done', 'interrupted'])
  expect(await fixture.countManifests(target)).toBe(1)
})

test('a backup can be started and stopped by hand, and never twice at a time', async () => {
  const target = await fixture.createTarget()
  expect(await fixture.callAsRoot(routes.backup.run, { body: { work: 'backup' } })).toRefuse(
    'backup/not-set-up',
  )
  await fixture.save({ folder: target, schedule: 'off' })
  const startRun = () => fixture.callAsRoot(routes.backup.run, { body: { work: 'backup' } })
  const [first, second] = await Promise.all([startRun(), startRun()])
  expect(first.body).toMatchObject({ state: 'running', isScheduled: false })
  expect(second).toRefuse('backup/running')
  expect((await fixture.readStatus()).progress).toMatchObject({ phase: 'counting' })
  expect((await fixture.callAsRoot(routes.backup.stop, {})).status).toBe(204)
  expect(await fixture.listRuns()).toMatchObject([
    { state: 'stopped', fault: 'backup/interrupted' },
  ])
  expect((await fixture.readStatus()).warnings).toEqual(['empty-target'])
  await startRun()
  await fixture.server.backups.runner.idle()
  expect(await fixture.listRuns()).toMatchObject([{ state: 'done' }, { state: 'stopped' }])
  const [event] = await fixture.listEvents()
  expect(event).toMatchObject({ action: 'backup.run', username: 'root.First' })
})

test('an empty folder in place of the drive is not filled', async () => {
  const target = await fixture.createTarget()
  await fixture.save({ folder: target, schedule: 'off' })
  await rm(target, { recursive: true })
  await rename(await fixture.createTarget(), target)
  await fixture.run()
  expect(await fixture.listRuns()).toMatchObject([{ state: 'failed', fault: 'backup/emptied' }])
  expect(await readdir(target)).toEqual([])
  // A user who has replaced the disk checks it, and the next backup copies everything.
  const body = { target: 'folder', folder: target } as const
  expect((await fixture.callAsRoot(routes.backup.check, { body })).body).toMatchObject({
    state: 'empty',
    isOnDataDisk: true,
  })
  await fixture.run()
  expect(await fixture.countManifests(target)).toBe(1)
})

test('a new target has no backup until its first one, and a former target keeps its own', async () => {
  const [first, second] = [await fixture.createTarget(), await fixture.createTarget()]
  const saveAndRead = async (folder: string) => {
    fixture.server.advanceClock(1000)
    await fixture.save({ folder, schedule: 'off' })
    const { lastDoneOn, warnings } = await fixture.readStatus()
    return { lastDoneOn, warnings }
  }
  const empty = { lastDoneOn: null, warnings: ['empty-target'] }
  expect(await saveAndRead(first)).toEqual(empty)
  await fixture.run()
  // The clock of the backup's process goes on, for seconds on a busy computer.
  fixture.server.advanceClock(60_000)
  await fixture.run('verify')
  const { lastDoneOn } = await fixture.readStatus()
  expect(lastDoneOn).not.toBeNull()
  expect(await saveAndRead(first)).toEqual({ lastDoneOn, warnings: [] })
  expect(await saveAndRead(second)).toEqual(empty)
  expect(await saveAndRead(first)).toEqual({ lastDoneOn, warnings: [] })
  expect((await fixture.listStored())[0]?.verifiedOn).not.toBeNull()
  // Another disk in its place: the check finds it empty.
  await rename(first, `${first}-full`)
  await rename(await fixture.createTarget(), first)
  fixture.server.advanceClock(1000)
  const body = { target: 'folder', folder: first } as const
  expect((await fixture.callAsRoot(routes.backup.check, { body })).body.state).toBe('empty')
  expect(await fixture.readStatus()).toMatchObject(empty)
  await fixture.run()
  expect((await fixture.readStatus()).warnings).toEqual([])
})

test('a backup by hand that fails is shown with its reason and tried again three times', async () => {
  const target = await fixture.createTarget()
  await fixture.save({ folder: target, schedule: 'off' })
  await rename(target, `${target}-away`)
  await fixture.run()
  const failure = { work: 'backup', fault: 'backup/folder-missing' }
  const status = await fixture.readStatus()
  expect(status.warnings).toEqual(['failed'])
  expect(status.failures).toEqual([
    {
      ...failure,
      startedOn: '2026-03-02T14:00:00.000Z',
      retryOn: '2026-03-02T14:15:00.000Z',
    },
  ])
  for (const [minutes, count] of [
    [14, 1],
    [1, 2],
    [30, 3],
    [60, 4],
    [600, 4],
  ] as const) {
    fixture.server.advanceClock(minutes * 60_000)
    await fixture.tick()
    expect([minutes, (await fixture.listRuns()).length]).toEqual([minutes, count])
  }
  expect((await fixture.readStatus()).failures).toMatchObject([{ ...failure, retryOn: null }])
  // The second failure was mailed.
  expect(await fixture.listMails()).not.toEqual([])
  await rename(`${target}-away`, target)
  await fixture.run()
  expect(await fixture.readStatus()).toMatchObject({ warnings: [], failures: [] })
  await rename(target, `${target}-away`)
  await fixture.run('verify')
  expect(await fixture.readStatus()).toMatchObject({
    warnings: ['check-failed'],
    failures: [{ work: 'verify', fault: 'backup/folder-missing', retryOn: null }],
  })
})

test('a backup lets an exposure pass and goes on afterwards', async () => {
  const target = await fixture.createTarget()
  await fixture.save({ folder: target, schedule: 'off' })
  let isExposing = true
  const runner = createBackupRunner({
    ...fixture.server.backups.deps,
    isExposing: () => isExposing,
  })
  await runner.start('backup', undefined)
  const countObjects = async () => (await readdir(join(target, 'objects')).catch(() => [])).length
  await expect.poll(() => runner.getCurrent()?.progress.phase, { timeout: 10_000 }).toBe('counting')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await countObjects()).toBe(0)
  expect(await fixture.listRuns()).toMatchObject([{ state: 'running' }])
  isExposing = false
  await runner.idle()
  expect(await fixture.listRuns()).toMatchObject([{ state: 'done' }])
  expect(await countObjects()).toBeGreaterThan(0)
})

test('a check reads everything again and names damage until it is repaired', async () => {
  const target = await fixture.createTarget()
  await fixture.save({ folder: target, schedule: 'off' })
  const run = async (work: 'backup' | 'verify') => {
    // The clock of the backup's process goes on, for seconds on a busy computer.
    fixture.server.advanceClock(60_000)
    await fixture.run(work)
  }
  await run('backup')
  await run('verify')
  const [stored] = await fixture.listStored()
  expect(stored?.verifiedOn).not.toBeNull()
  // The object of the image, which the next backup can write again; a part of an older database is lost.
  const name = createHash('sha256').update(sampleImage).digest('hex')
  await writeFile(join(target, 'objects', name.slice(0, 2), name), 'other bytes')
  await run('verify')
  expect((await fixture.listRuns())[0]).toMatchObject({ work: 'verify', state: 'done', damaged: 1 })
  expect((await fixture.readStatus()).warnings).toEqual(['damaged'])
  await run('backup')
  await run('verify')
  expect((await fixture.readStatus()).warnings).toEqual([])
})

test('a restored server notes the restore and waits with its own backups', async () => {
  const target = await fixture.createTarget()
  await fixture.save({ folder: target })
  const times = { createdOn: '2026-02-01T00:00:00.000Z', restoredOn: '2026-02-02T00:00:00.000Z' }
  const restored = JSON.stringify({ backup: '2026-02-01t00-00-00-000z', ...times })
  await writeFile(join(fixture.server.folder, 'restored.json'), restored)
  fixture.server.advanceClock(3 * day)
  await fixture.server.backups.restartWork().tick()
  expect(await fixture.listRuns()).toEqual([])
  expect(await fixture.readStatus()).toMatchObject({ warnings: ['paused'], nextOn: null })
  expect(await readdir(fixture.server.folder)).not.toContain('restored.json')
  const [event] = await fixture.listEvents()
  expect(event).toMatchObject({ action: 'backup.restore', subject: '2026-02-01t00-00-00-000z' })
  expect(event?.after).toEqual(times)
  // The former computer may still write to the target.
  expect(await fixture.callAsRoot(routes.backup.run, { body: { work: 'backup' } })).toRefuse(
    'backup/paused',
  )
  // A user confirms by saving.
  expect((await fixture.save({ folder: target })).body).toMatchObject({ isPaused: false })
  expect(await fixture.readStatus()).toMatchObject({ warnings: ['empty-target'] })
})
