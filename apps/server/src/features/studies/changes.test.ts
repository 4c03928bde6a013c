import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { routes } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPort } from '../../testing/network/tcp-peer.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let staff: string
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  staff = await server.createToken(server.first.users.staff.id)
})
afterAll(() => server.close())

/** An open event stream with all that it has received. */
async function listen(clinicId: ClinicId, token = staff) {
  const asked = request({
    port: getPort(server.app.server),
    path: `${server.config.apiBase}study/changes/${clinicId}`,
    headers: { authorization: `Bearer ${token}` },
  }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  let isOver = false
  answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  answer.on('close', () => (isOver = true)).on('error', () => undefined)
  return {
    answer,
    isOver: () => isOver,
    revisions: () =>
      [...text.matchAll(/^event: revision\ndata: (\d+)$/gmu)].map((match) => Number(match[1])),
    leave: () => answer.destroy(),
  }
}
const startStudy = (token = staff, patientId = server.first.records.patientId) =>
  server.call(routes.study.create, { body: { patientId } }, token)
const soon = { timeout: 3000, interval: 50 }

test('the change stream sends the current revision, and each change within two seconds', async () => {
  const { answer, revisions, leave } = await listen(server.first.id)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    'cache-control': expect.stringContaining('no-cache'),
    'x-content-type-options': 'nosniff',
  })
  await expect.poll(revisions, soon).toHaveLength(1)
  const [now = 0] = revisions()
  const { body } = await startStudy()
  const changed = Date.now()
  await expect.poll(revisions, soon).toEqual([now, now + 1])
  expect(Date.now() - changed).toBeLessThan(2000)
  const params = { id: body.id }
  const root = await server.createToken(server.first.users.root.id)
  expect((await server.call(routes.study.remove, { params }, root)).status).toBe(204)
  await expect.poll(revisions, soon).toEqual([now, now + 1, now + 2])
  // The study is deleted already: nothing changes.
  await server.call(routes.study.remove, { params }, root)
  expect((await server.call(routes.study.restore, { params }, root)).status).toBe(200)
  await expect.poll(revisions, soon).toEqual([now, now + 1, now + 2, now + 3])
  leave()
})

test('the change stream sends nothing about other clinics or failed changes', async () => {
  const other = await server.createToken(server.second.users.staff.id)
  const mine = await listen(server.first.id)
  const theirs = await listen(server.second.id, other)
  await expect.poll(() => mine.revisions().length + theirs.revisions().length, soon).toBe(2)
  expect((await startStudy(other, server.second.records.patientId)).status).toBe(200)
  expect((await startStudy(staff, server.second.records.patientId)).status).toBe(404)
  await expect.poll(theirs.revisions, soon).toHaveLength(2)
  expect(mine.revisions()).toHaveLength(1)
  const foreign = await listen(server.second.id)
  expect(foreign.answer.statusCode).toBe(403)
  for (const one of [mine, theirs, foreign]) one.leave()
})

test('the change stream ends with the sign-out, and does not extend the session', async () => {
  const token = await server.createToken(server.first.users.doctor.id)
  const session = async () =>
    (
      await server.unscopedDb
        .selectFrom('session')
        .select('expiresOn')
        .where('userId', '=', server.first.users.doctor.id)
        .executeTakeFirst()
    )?.expiresOn
  const stream = await listen(server.first.id, token)
  await expect.poll(stream.revisions, soon).toHaveLength(1)
  const expiresOn = await session()
  server.advanceClock(600_000)
  // Time for a check of the session, which does not extend it.
  await new Promise((resolve) => setTimeout(resolve, 5500))
  expect([stream.isOver(), await session()]).toEqual([false, expiresOn])
  expect((await server.call(routes.auth.logout, {}, token)).status).toBe(204)
  await expect.poll(stream.isOver, { timeout: 7000 }).toBe(true)
})

test('the change stream limit of a user closes the oldest stream', async () => {
  const token = await server.createToken(server.first.users.operator.id)
  const streams: Awaited<ReturnType<typeof listen>>[] = []
  for (let count = 0; count < 21; count += 1) streams.push(await listen(server.first.id, token))
  await expect
    .poll(() => streams.map(({ isOver }) => isOver()), soon)
    .toEqual([true, ...Array<boolean>(20).fill(false)])
  for (const { leave } of streams) leave()
})

test('an open change stream does not delay the shutdown of the server', async () => {
  const stream = await listen(server.first.id)
  await expect.poll(stream.revisions, soon).toHaveLength(1)
  const started = Date.now()
  await server.app.close()
  expect(Date.now() - started).toBeLessThan(2000)
  await expect.poll(stream.isOver, soon).toBe(true)
})
