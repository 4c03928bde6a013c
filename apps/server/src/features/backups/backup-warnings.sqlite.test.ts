import { rename } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBackupFixture, day, gb, hour } from '../../testing/backups/backup-fixture.ts'
import type { BackupFixture } from '../../testing/backups/backup-fixture.ts'

let fixture: BackupFixture
beforeAll(async () => {
  fixture = await startBackupFixture()
})
beforeEach(() => fixture.reset())
afterAll(() => fixture.close())

test('a target that fails is tried again, and administrators are mailed once, when it fails twice', async () => {
  const target = await fixture.createTarget()
  await fixture.save({ folder: target })
  fixture.server.advanceClock(17 * hour)
  await rename(target, `${target}-away`)
  await fixture.tick()
  expect(await fixture.listRuns()).toMatchObject([
    { state: 'failed', fault: 'backup/folder-missing' },
  ])
  expect((await fixture.readStatus()).warnings).toEqual(['failed'])
  expect(await fixture.listMails()).toEqual([])
  fixture.server.advanceClock(15 * 60_000)
  await fixture.tick()
  expect(await fixture.listRuns()).toHaveLength(2)
  const mails = await fixture.listMails()
  const recipients = mails.map(({ recipient }) => recipient)
  expect(new Set(recipients).size).toBe(recipients.length)
  expect(recipients).toContain('first@example.com')
  expect(fixture.server.secrets.open(mails[0]?.sealed ?? '')).toContain(
    'The backup has failed twice.',
  )
  // Nothing more while it goes on failing, for an hour and for a day.
  fixture.server.advanceClock(hour)
  await fixture.tick()
  fixture.server.advanceClock(day)
  await fixture.tick()
  expect((await fixture.readStatus()).warnings).toEqual(['failed'])
  expect(await fixture.listMails()).toHaveLength(mails.length)
  // It ends, and comes back a day later.
  await rename(`${target}-away`, target)
  fixture.server.advanceClock(2 * hour)
  await fixture.tick()
  expect((await fixture.readStatus()).warnings).toEqual([])
  await rename(target, `${target}-away`)
  fixture.server.advanceClock(day)
  await fixture.tick()
  fixture.server.advanceClock(15 * 60_000)
  await fixture.tick()
  expect((await fixture.readStatus()).warnings).toEqual(['failed'])
  expect(await fixture.listMails()).toHaveLength(2 * mails.length)
})

describe('the disk', () => {
  /** Ten gigabytes more each day. */
  async function grow(from: number, until: number) {
    for (let at = from; at <= until; at += 1) {
      fixture.setSpace({ freeBytes: (500 - 10 * at) * gb, totalBytes: 1000 * gb })
      if (at > 0) fixture.server.advanceClock(day)
      await fixture.server.backups.work.tick()
    }
  }

  test('its growth is noted every day, and the forecast begins after a week', async () => {
    await grow(0, 6)
    expect((await fixture.readStatus()).disks).toMatchObject([{ volume: 'data', weeksLeft: null }])
    await grow(7, 17)
    // 330 GB at 10 GB a day.
    expect((await fixture.readStatus()).disks).toMatchObject([
      { freeBytes: 330 * gb, weeksLeft: 4 },
    ])
    expect((await fixture.readStatus()).warnings).toEqual(['never', 'data-disk-forecast'])
    const mails = await fixture.listMails()
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(mails.length)
    // 430 GB are left on the first day of the forecast.
    expect(fixture.server.secrets.open(mails[0]?.sealed ?? '')).toContain(
      'will be full in 6 weeks.',
    )
  })

  test('administrators are mailed at 85 percent, and again at 95, before images are refused', async () => {
    fixture.setSpace({ freeBytes: 151 * gb, totalBytes: 1000 * gb })
    await fixture.server.backups.work.tick()
    expect(await fixture.listMails()).toEqual([])
    fixture.setSpace({ freeBytes: 150 * gb, totalBytes: 1000 * gb })
    await fixture.server.backups.work.tick()
    const early = await fixture.listMails()
    expect(fixture.server.secrets.open(early[0]?.sealed ?? '')).toMatch(
      /is 85\s% full, with 150\sGB left/u,
    )
    await fixture.server.backups.work.tick()
    expect(await fixture.listMails()).toHaveLength(early.length)
    fixture.setSpace({ freeBytes: 50 * gb, totalBytes: 1000 * gb })
    await fixture.server.backups.work.tick()
    const all = await fixture.listMails()
    expect(all).toHaveLength(2 * early.length)
    expect(fixture.server.secrets.open(all.at(-1)?.sealed ?? '')).toContain(
      'no image can be stored',
    )
    // A disk at the limit does not send a mail at each turn.
    for (const free of [160, 140, 160, 140]) {
      fixture.server.advanceClock(hour)
      fixture.setSpace({ freeBytes: free * gb, totalBytes: 1000 * gb })
      await fixture.server.backups.work.tick()
    }
    expect(await fixture.listMails()).toHaveLength(all.length)
  })

  test('administrators of one clinic learn what is wrong, and not the sizes of the installation', async () => {
    const { unscopedDb, secrets, first } = fixture.server
    const setAddress = (email: string) =>
      unscopedDb
        .updateTable('user')
        .set({ email })
        .where('id', '=', first.users.clinicAdmin.id)
        .execute()
    await setAddress('hers@example.com')
    fixture.setSpace({ freeBytes: 50 * gb, totalBytes: 1000 * gb })
    await fixture.server.backups.work.tick()
    await setAddress('')
    const mails = await fixture.listMails()
    const findText = (address: string) =>
      mails.flatMap(({ recipient, sealed }) =>
        recipient === address ? [String(JSON.parse(secrets.open(sealed)).text)] : [],
      )
    const [hers, ...others] = findText('hers@example.com')
    expect(others).toEqual([])
    expect(hers).toContain('The disk of the images is almost full.')
    expect(hers).toContain('settings/about')
    expect(hers).not.toMatch(/\d\s?(?:GB|%)/u)
    // Root has no address of its own and reads the mails of the clinic.
    expect(findText('first@example.com')[0]).toMatch(/is 95\s% full, with 50\sGB left/u)
  })

  test('mails are in the language of their reader', async () => {
    await fixture.server.unscopedDb
      .updateTable('clinic')
      .set({ lang: 'fr' })
      .where('id', '=', fixture.server.second.id)
      .execute()
    fixture.setSpace({ freeBytes: 100 * gb, totalBytes: 1000 * gb })
    await fixture.server.backups.work.tick()
    const french = (await fixture.listMails()).find(
      ({ recipient }) => recipient === 'second@example.com',
    )
    expect(fixture.server.secrets.open(french?.sealed ?? '')).toMatch(/est plein à 90\s%/u)
  })
})
