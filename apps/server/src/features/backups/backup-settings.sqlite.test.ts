import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBackupFixture } from '../../testing/backups/backup-fixture.ts'
import type { BackupFixture } from '../../testing/backups/backup-fixture.ts'
import { startS3Server } from '../../testing/network/s3-server.ts'

let fixture: BackupFixture
beforeAll(async () => {
  fixture = await startBackupFixture()
})
beforeEach(() => fixture.reset())
afterAll(() => fixture.close())

test('a target that cannot be used is refused at its field, and nothing is saved', async () => {
  const used = await fixture.createTarget()
  await writeFile(join(used, 'holiday.jpg'), '')
  await symlink(join(fixture.server.folder, 'files'), join(used, 'link'), 'junction')
  const cases = [
    ['relative/path', 'backup/not-absolute'],
    [fixture.nameMissing(), 'backup/folder-missing'],
    [join(used, 'holiday.jpg'), 'backup/not-a-folder'],
    [join(fixture.server.folder, 'files'), 'backup/contains-data'],
    [join(used, 'link'), 'backup/contains-data'],
  ] as const
  for (const [folder, code] of cases) {
    const reply = await fixture.save({ folder })
    expect(reply).toRefuse(code)
    expect(Object.keys(reply.error.fields ?? {})).toEqual(['folder'])
  }
  expect(await fixture.save({ folder: used })).toRefuse('backup/not-empty')
  expect((await fixture.save({ folder: '' })).error.fields).toHaveProperty('folder')
  expect((await fixture.save({ folder: used, isEncrypted: true })).error.fields).toHaveProperty(
    'passphrase',
  )
  expect((await fixture.callAsRoot(routes.backup.settings, {})).body).toEqual({
    settings: null,
    dataFolder: fixture.server.folder,
  })
})

test('secrets are stored encrypted, kept when they are left out, and never sent or recorded', async () => {
  const target = await fixture.createTarget()
  const passphrase = 'four words nobody guesses'
  const saved = await fixture.save({ folder: target, isEncrypted: true, passphrase })
  expect(saved.body).toMatchObject({ isEncrypted: true, hasPassphrase: true })
  expect(JSON.stringify(saved.body)).not.toContain(passphrase)
  const plan = await fixture.server.unscopedDb
    .selectFrom('backupPlan')
    .selectAll()
    .executeTakeFirst()
  expect(plan?.passphrase).not.toContain(passphrase)
  expect(fixture.server.secrets.open(plan?.passphrase ?? '')).toBe(passphrase)
  expect(
    (await fixture.save({ folder: target, isEncrypted: true, time: '03:30' })).body,
  ).toMatchObject({
    hasPassphrase: true,
    time: '03:30',
  })
  const [changed, created] = await fixture.listEvents()
  expect(changed).toMatchObject({ before: { time: '02:00' }, after: { time: '03:30' } })
  expect(created?.after).toMatchObject({ passphrase: '(set)', folder: target })
  await fixture.run()
  expect(await fixture.listRuns()).toMatchObject([{ state: 'done' }])
  // Another passphrase, or none, does not fit to what is stored there.
  const wrong = await fixture.save({
    folder: target,
    isEncrypted: true,
    passphrase: 'another passphrase',
  })
  expect(wrong).toRefuse('backup/wrong-passphrase')
  expect(await fixture.save({ folder: target })).toRefuse('backup/passphrase-needed')
  expect(
    await fixture.save({ folder: target, isEncrypted: true, passphrase: 'too short' }),
  ).toRefuse('request/invalid')
})

test('a backup goes to a bucket with the stored key', async () => {
  const { settings, close } = await startS3Server()
  try {
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings
    const s3 = { target: 's3', endpoint, region, bucket, prefix: 'clinic', accessKeyId } as const
    expect((await fixture.save(s3)).error.fields).toHaveProperty('secretAccessKey')
    const missing = await fixture.save({ ...s3, secretAccessKey, bucket: 'no-such-bucket' })
    expect(missing).toRefuse('backup/bucket')
    expect((await fixture.save({ ...s3, secretAccessKey })).body).toMatchObject({
      hasSecretAccessKey: true,
    })
    await fixture.run()
    expect(await fixture.listRuns()).toMatchObject([{ state: 'done', fault: null }])
    expect(await fixture.listStored()).toHaveLength(1)
    expect((await fixture.readStatus()).disks.map(({ volume }) => volume)).toEqual(['data'])
  } finally {
    await close()
  }
})

test('only those who reach every clinic change them; every administrator sees the state', async () => {
  for (const [kind, mayManage, maySee] of [
    ['root', true, true],
    ['superAdmin', true, true],
    ['clinicAdmin', false, true],
    ['contractSuperAdmin', false, true],
    ['doctor', false, false],
  ] as const) {
    const token = await fixture.server.createToken(fixture.server.first.users[kind].id)
    const settings = await fixture.server.call(routes.backup.settings, {}, token)
    const status = await fixture.server.call(routes.backup.status, {}, token)
    expect([kind, settings.status, status.status]).toEqual([
      kind,
      mayManage ? 200 : 403,
      maySee ? 200 : 403,
    ])
  }
})

test('only those who administer the installation learn the sizes of its disks and its runs', async () => {
  await fixture.save({ folder: await fixture.createTarget() })
  await fixture.tick()
  await fixture.run()
  const readAs = async (kind: 'root' | 'superAdmin' | 'clinicAdmin' | 'contractSuperAdmin') => {
    const token = await fixture.server.createToken(fixture.server.first.users[kind].id)
    return (await fixture.server.call(routes.backup.status, {}, token)).body
  }
  const whole = await readAs('root')
  expect(whole.disks.map(({ volume }) => volume)).toEqual(['data', 'target'])
  expect(whole.lastRun).toMatchObject({ state: 'done' })
  expect(await readAs('superAdmin')).toEqual(whole)
  const hidden = { progress: null, lastRun: null, disks: [], failures: [], mailReaders: 0 }
  for (const kind of ['clinicAdmin', 'contractSuperAdmin'] as const) {
    expect(await readAs(kind)).toEqual({ ...whole, ...hidden, mail: null })
    expect((await readAs(kind)).lastDoneOn).toBe(whole.lastDoneOn)
  }
})

test('a folder that was only checked can still be used for encrypted backups', async () => {
  const folder = await fixture.createTarget()
  expect((await fixture.save({ folder })).status).toBe(200)
  const wanted = { folder, isEncrypted: true, passphrase: 'four words that nobody guesses' }
  expect((await fixture.save(wanted)).body).toMatchObject({ hasPassphrase: true })
  await fixture.run()
  expect(await fixture.listRuns()).toMatchObject([{ state: 'done' }])
  expect(await fixture.save({ folder })).toRefuse('backup/passphrase-needed')
})
