import { routes } from '@talus/contract'
import type { StudyId } from '@talus/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openCaptureFixture } from '../../../testing/capture/capture-fixture.ts'
import type { CaptureFixture } from '../../../testing/capture/capture-fixture.ts'
import { subscribeToEvents } from '../../../testing/server/event-client.ts'

vi.setConfig({ testTimeout: 60_000 })

let fixture: CaptureFixture
let staff: string
beforeAll(async () => {
  fixture = await openCaptureFixture()
  staff = await fixture.server.createToken(fixture.server.first.users.staff.id)
})
afterAll(() => fixture.close())

const soon = { timeout: 8000, interval: 50 }
interface TopicEvent {
  readonly key: number
  readonly text?: string
  readonly error?: { readonly status: number; readonly reply: { readonly code: string } }
}

/** An open event stream with the events of each topic, by key. */
async function listen(follow: string, token = staff) {
  const stream = await subscribeToEvents(fixture.url(`events?follow=${follow}`), token)
  let isOver = false
  void stream.ended.then(() => (isOver = true))
  const { id } = (await stream.until('stream')) as { readonly id: string }
  const of = (event: string, key: number) =>
    (stream.getData(event) as TopicEvent[]).filter((one) => one.key === key)
  return {
    isOver: () => isOver,
    isOpen: (key: number) => of('open', key).length > 0,
    /** All that the topic has sent. */
    text: (key: number) =>
      of('text', key)
        .map(({ text }) => text)
        .join(''),
    /** Status and code for each time that the topic was closed. */
    ends: (key: number) =>
      of('close', key).map(({ error }) => (error ? `${error.status} ${error.reply.code}` : 'end')),
    follow: (topics: string, by = token) =>
      fixture.server.call(
        routes.events.follow,
        { params: { stream: id }, body: { follow: topics } },
        by,
      ),
    close: stream.close,
  }
}
const startStudy = () =>
  fixture.server.call(
    routes.study.create,
    { body: { patientId: fixture.server.first.records.patientId } },
    staff,
  )

test('one stream carries the changes of a clinic, a sensor and the generator', async () => {
  const { first } = fixture.server
  const tab = await listen(`1:changes:${first.id},2:sensor:${fixture.general},3:generator`)
  await expect.poll(() => [1, 2, 3].map((key) => tab.isOpen(key)), soon).toEqual([true, true, true])
  await expect.poll(() => tab.text(1), soon).toMatch(/^event: revision\ndata: \d+\n\n$/u)
  await expect.poll(() => tab.text(2), soon).toMatch(/^event: state\ndata: \{.*"state":"Ready"/u)
  await expect.poll(() => tab.text(3), soon).toMatch(/^kv:\d+$/mu)
  expect((await startStudy()).status).toBe(200)
  await expect.poll(() => tab.text(1).match(/revision/gu)?.length, soon).toBe(2)
  await fixture.server.call(
    routes.generator.order,
    { params: { order: 'kv' }, query: { value: '71' } },
    staff,
  )
  await expect.poll(() => tab.text(3), soon).toContain('kv:71')
  await tab.close()
})

test('a topic of another clinic is refused, and the others continue', async () => {
  const { first, second } = fixture.server
  const tab = await listen(
    `1:changes:${second.id},2:sensor:${second.records.sensorId},3:sensor:999999,4:changes:${first.id}`,
  )
  await expect.poll(() => tab.ends(1), soon).toEqual(['403 access/other-clinic'])
  await expect.poll(() => tab.ends(2), soon).toEqual(['404 record/not-found'])
  await expect.poll(() => tab.ends(3), soon).toEqual(['404 record/not-found'])
  await expect.poll(() => tab.text(4), soon).toContain('revision')
  expect([1, 2, 3].map((key) => tab.isOpen(key) || tab.text(key) !== '')).toEqual(
    Array(3).fill(false),
  )
  await startStudy()
  await expect.poll(() => tab.text(4).match(/revision/gu)?.length, soon).toBe(2)
  await tab.close()

  const stranger = await fixture.server.createToken(second.users.operator.id)
  const other = await listen(`1:generator,2:sensor:${fixture.general}`, stranger)
  await expect.poll(() => other.ends(1), soon).toEqual(['501 device/no-generator'])
  await expect.poll(() => other.ends(2), soon).toEqual(['404 record/not-found'])
  expect(other.isOver()).toBe(false)
  await other.close()
})

test('the drawings of a study report each saved version, and not to another clinic', async () => {
  const { first, second, call, createToken } = fixture.server
  const { body: study } = await startStudy()
  const { id: studyId } = study as { readonly id: StudyId }
  const stranger = await createToken(second.users.staff.id)
  const tab = await listen(`1:drawings:${studyId},2:drawings:999999,3:changes:${first.id}`)
  const other = await listen(`1:drawings:${studyId}`, stranger)
  await expect.poll(() => tab.text(1), soon).toBe('event: version\ndata: 0\n\n')
  await expect.poll(() => tab.ends(2), soon).toEqual(['404 record/not-found'])
  await expect.poll(() => other.ends(1), soon).toEqual(['404 record/not-found'])
  await expect.poll(() => tab.text(3), soon).toContain('revision')
  const empty = { viewportState: {}, cropState: {}, toolState: {}, version: 0 }
  const saved = await call(routes.viewerState.save, { params: { studyId }, body: empty }, staff)
  expect(saved.status).toBe(200)
  await expect.poll(() => tab.text(1), soon).toMatch(/data: 1\n\n$/u)
  // A stroke does not make the study lists of the clinic load again.
  expect(tab.text(3).match(/revision/gu)).toHaveLength(1)
  await tab.close()
  await other.close()
})

test('a topic without its permission is refused', async () => {
  const { first, createToken } = fixture.server
  const radiologist = await createToken(first.users.radiologist.id)
  const tab = await listen(`1:sensor:${fixture.general},2:generator`, radiologist)
  for (const key of [1, 2])
    await expect.poll(() => tab.ends(key), soon).toEqual(['403 access/forbidden'])
  await tab.close()
})

test('the topics of an open stream change, and those that stay are not opened again', async () => {
  const { first } = fixture.server
  const tab = await listen(`1:changes:${first.id}`)
  await expect.poll(() => tab.text(1), soon).toContain('revision')
  expect((await tab.follow(`1:changes:${first.id},2:generator`)).status).toBe(204)
  await expect.poll(() => tab.text(2), soon).toContain('kv:')
  expect(tab.text(1).match(/revision/gu)).toHaveLength(1)
  // A topic that is no longer listed ends without an event.
  expect((await tab.follow('2:generator')).status).toBe(204)
  await startStudy()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect([tab.text(1).match(/revision/gu)?.length, tab.ends(1)]).toEqual([1, []])
  await tab.close()
})

test('only its own session changes an event stream, and wrong topics are refused', async () => {
  const { first, createToken } = fixture.server
  const tab = await listen('1:generator')
  const sameUser = await createToken(first.users.staff.id)
  const otherUser = await createToken(fixture.server.second.users.staff.id)
  for (const token of [sameUser, otherUser])
    expect(await tab.follow('2:generator', token)).toRefuse('record/not-found')
  for (const follow of ['', '1', '1:sensor', '1:changes:x', '1:generator,1:generator', '1:else:2'])
    expect(await tab.follow(follow)).toRefuse('request/invalid')
  await tab.close()
})

test('a withdrawn permission ends its topics, and a sign-out ends the stream', async () => {
  const { server } = fixture
  const { first, unscopedDb } = server
  const token = await server.createToken(first.users.root.id)
  const tab = await listen(`1:changes:${first.id},2:sensor:${fixture.general}`, token)
  await expect.poll(() => tab.text(2), soon).toContain('"state":')
  // Root reads studies all the same, but a radiologist does not capture.
  const { permissionProfileId } = await unscopedDb
    .selectFrom('user')
    .select('permissionProfileId')
    .where('id', '=', first.users.root.id)
    .executeTakeFirstOrThrow()
  await unscopedDb
    .updateTable('permissionProfile')
    .set({ radiologistCase: true })
    .where('id', '=', permissionProfileId)
    .execute()
  await expect.poll(() => tab.ends(2), soon).toEqual(['403 access/forbidden'])
  expect([tab.isOver(), tab.ends(1)]).toEqual([false, []])
  await server.call(routes.auth.logout, {}, token)
  await expect.poll(tab.isOver, soon).toBe(true)
})

test('the event stream limit of a user closes the oldest stream', async () => {
  const token = await fixture.server.createToken(fixture.server.first.users.doctor.id)
  const tabs: Awaited<ReturnType<typeof listen>>[] = []
  for (let count = 0; count < 21; count += 1)
    tabs.push(await listen(`1:changes:${fixture.server.first.id}`, token))
  await expect
    .poll(() => tabs.map(({ isOver }) => isOver()), soon)
    .toEqual([true, ...Array<boolean>(20).fill(false)])
  for (const { close } of tabs) await close()
})

test('a bridge that stops ends the topics of its devices only; they open again with new keys', async () => {
  const { first } = fixture.server
  const changes = `1:changes:${first.id}`
  const tab = await listen(`${changes},2:sensor:${fixture.general},3:generator`)
  await expect.poll(() => tab.isOpen(2) && tab.isOpen(3), soon).toBe(true)
  await fixture.killBridge()
  await expect.poll(() => [tab.ends(2), tab.ends(3)], soon).toEqual([['end'], ['end']])
  await tab.follow(`${changes},4:sensor:${fixture.general}`)
  await expect.poll(() => tab.ends(4), soon).toEqual(['503 device/unavailable'])
  await fixture.startBridge()
  await tab.follow(`${changes},5:sensor:${fixture.general},6:generator`)
  await expect.poll(() => tab.text(5), soon).toContain('"state":')
  await expect.poll(() => tab.text(6), soon).toContain('kv:')
  await startStudy()
  await expect.poll(() => tab.text(1).match(/revision/gu)?.length, soon).toBe(2)
  await tab.close()
})
