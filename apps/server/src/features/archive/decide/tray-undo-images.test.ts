import { ImageId, routes } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { animal, otherAnimal, setUpTrayUndo } from '../../../testing/archive/tray-undo-fixture.ts'

const { tray, listOf, listImages, decide, undo, listEvents } = setUpTrayUndo()
const { send, findGroupOfNumber: findGroup, findPatient } = tray

describe('a picture that differs from the image on file', () => {
  async function differ(number: string) {
    const first = await send(`${number} first`, animal(number))
    const [before] = await listImages(number)
    expect((await send(`${number} first`, animal(number), { seed: 2 })).outcome).toBe('held')
    return { first, before, group: await findGroup(number) }
  }

  test('that replaced it goes back to the tray, and the former picture is shown again', async () => {
    const { before, group } = await differ('RP1')
    const made = await decide(group, 'replace')
    const [replaced] = await listImages('RP1')
    expect(replaced?.filePath).not.toBe(before?.filePath)
    expect(await listOf('RP1', 'discarded')).toHaveLength(1)
    expect((await undo(group, made)).body).toEqual({
      waiting: 1,
      followed: 0,
      staying: 0,
      stayingStudies: [],
    })
    expect(await listImages('RP1')).toEqual([before])
    expect(await listOf('RP1', 'discarded')).toEqual([])
    expect((await findGroup('RP1')).entryIds).toEqual(group.entryIds)
    const params = { id: before?.id ?? ImageId.parse(0) }
    const { body } = await tray.server.call(routes.image.history, { params }, tray.tokens.admin)
    expect(body).toMatchObject([{ reason: 'undone', hasFile: true }])
    // Neither is a new question when it is sent again.
    expect((await send('RP1 first', animal('RP1'))).outcome).toBe('known')
    expect((await send('RP1 first', animal('RP1'), { seed: 2 })).outcome).toBe('held')
    expect((await findGroup('RP1')).entryIds).toEqual(group.entryIds)
    expect((await listEvents('tray.undo'))[0]).toMatchObject({ before: { decision: 'replace' } })
    // Decided again, it replaces the image again.
    await decide(await findGroup('RP1'), 'replace')
    expect((await listImages('RP1'))[0]?.filePath).not.toBe(before?.filePath)
  })

  test('that replaced it stays if the image was corrected or replaced since', async () => {
    const { before, group } = await differ('RP2')
    const made = await decide(group, 'replace')
    await send('RP2 first', animal('RP2'), { seed: 3 })
    const second = await findGroup('RP2')
    const later = await decide(second, 'replace')
    const refused = await undo(group, made)
    expect(refused).toRefuse('tray/later')
    expect(refused.error.message).toContain(tray.server.first.users.clinicAdmin.username)
    expect((await undo(second, later)).status).toBe(200)
    expect((await undo(group, made)).status).toBe(200)
    expect(await listImages('RP2')).toEqual([before])
  })

  test('that was kept beside it goes back to the tray', async () => {
    const { before, group } = await differ('RP3')
    const made = await decide(group, 'keep-both')
    expect(await listImages('RP3')).toHaveLength(2)
    expect((await undo(group, made)).status).toBe(200)
    expect(await listImages('RP3')).toEqual([before])
    expect((await findGroup('RP3')).entryIds).toEqual(group.entryIds)
  })

  test('is a question of its own, of which one replaces the image and the others wait', async () => {
    const { group } = await differ('RP4')
    for (const seed of [3, 4])
      expect((await send('RP4 first', animal('RP4'), { seed })).outcome).toBe('held')
    const groups = await listOf('RP4')
    expect(groups.map(({ entryIds, others }) => [entryIds.length, others])).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ])
    const entryIds = groups.flatMap((one) => one.entryIds)
    const all = { body: { entryIds, decision: 'replace' as const } }
    expect(await tray.server.call(routes.tray.decide, all, tray.tokens.admin)).toRefuse(
      'tray/several-pictures',
    )
    const [, second] = groups
    if (!second) throw new Error('no second picture')
    await decide(second, 'replace')
    expect((await listOf('RP4')).map(({ id }) => id)).toEqual([group.id, groups[2]?.id])
  })
})

test('a decision about a file that was stored meanwhile is undone, and the image stays', async () => {
  await send('SM1 bob', otherAnimal('SM1'))
  const file = animal('SM1')
  expect((await send('SM1 ada', file)).outcome).toBe('held')
  // Another user corrects the animal, and the sender tries again.
  await tray.server.unscopedDb
    .updateTable('patient')
    .set({ name: 'Ada', search: 'ada', birthDate: '2020-01-01', ownerId: null })
    .where('id', '=', (await findPatient('SM1')).id)
    .execute()
  expect((await send('SM1 ada', file)).outcome).toBe('stored')
  const group = await findGroup('SM1')
  const made = await decide(group, 'assign', { patientDatabaseId: (await findPatient('SM1')).id })
  expect(await listImages('SM1')).toHaveLength(2)
  const reply = await undo(group, made)
  expect([reply.status, reply.body]).toEqual([
    200,
    { waiting: 1, followed: 0, staying: 0, stayingStudies: [] },
  ])
  expect(await listImages('SM1')).toHaveLength(2)
  expect(await findGroup('SM1')).toMatchObject({ entryIds: group.entryIds, decision: null })
})
