import { routes } from '@talus/contract'
import { explicitLittleEndian, writeFileHeader } from '@talus/dicom'
import { expect, test } from 'vitest'
import { setUpTray } from '../../../testing/archive/tray-fixture.ts'
import { toUid } from '../../../testing/dicom/dicom-objects.ts'
import { verifyArchive } from '../../../verify-archive.ts'

const tray = setUpTray()

/** A file of a device, during whose reading the server has died twice. */
async function setFileAside() {
  const { files, first, unscopedDb, clock, app } = tray.server
  const bytes = Buffer.from(
    writeFileHeader(
      { SOPClassUID: '1.2.840.10008.5.1.4.1.1.7', SOPInstanceUID: toUid('hostile') },
      { transferSyntaxUid: explicitLittleEndian, sourceTitle: 'HOSTILE' },
    ),
  )
  const name = '00000000-0000-4000-8000-00000000000a'
  await files.put(`images/${first.id}/2026-02-01/${name}.dcm`, bytes)
  await files.put(`reading/${name}.txt`, Buffer.from('2'))
  const stored = await files.stat(`images/${first.id}/2026-02-01/${name}.dcm`)
  // The time of the file must differ from the time at which it is set aside.
  await new Promise((resolve) => setTimeout(resolve, 20))
  const orphansBefore = new Date(Date.now() + 60_000).toISOString()
  const settings = { unscopedDb, files, clock, log: app.log, orphansBefore }
  await verifyArchive({ ...settings, repair: true, print: () => undefined })
  return { bytes, stored }
}

test('a file that was set aside names its sender and its arrival, and can be downloaded', async () => {
  const { server, tokens } = tray
  const countChanges = () =>
    server.unscopedDb
      .selectFrom('clinicRevision')
      .select('revision')
      .where('clinicId', '=', server.first.id)
      .executeTakeFirst()
  const before = (await countChanges())?.revision ?? 0
  const { bytes, stored } = await setFileAside()
  // Open pages count it without a reload.
  expect((await countChanges())?.revision).toBeGreaterThan(before)
  const group = (await tray.list()).find(({ reason }) => reason === 'unreadable')
  expect(group).toMatchObject({
    sender: { kind: 'restart', name: 'HOSTILE' },
    receivedOn: stored?.modifiedOn,
  })
  if (!group) throw new Error('nothing was set aside')

  const { id } = group
  const download = (token: string) => server.call(routes.tray.file, { params: { id } }, token)
  expect(await download(tokens.staff)).toRefuse('access/forbidden')
  const foreign = await server.createToken(server.second.users.clinicAdmin.id)
  expect(await download(foreign)).toRefuse('record/not-found')

  const reply = await server.app.inject({
    url: `${server.config.apiBase}tray/${id}.dcm`,
    headers: { authorization: `Bearer ${tokens.admin}` },
  })
  expect(reply.statusCode).toBe(200)
  expect(reply.rawPayload).toEqual(bytes)
  expect(reply.headers).toMatchObject({
    'content-disposition': expect.stringContaining(`attachment; filename="${id}.dcm"`),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  const events = await server.unscopedDb
    .selectFrom('auditEvent')
    .select(['subject', 'userId'])
    .where('action', '=', 'tray.download')
    .execute()
  expect(events).toEqual([{ subject: 'HOSTILE', userId: server.first.users.clinicAdmin.id }])
})
