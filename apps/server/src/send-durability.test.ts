import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { DicomServer, ImportLine, SendOutcome } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testAcceptor } from './dimse/testing/test-acceptor.ts'
import { sha256Of } from './testing/clinic-with-images.ts'
import { radiograph, uidFor } from './testing/dicom-objects.ts'
import { dataSetOf } from './testing/sending-clinic.ts'
import type { ServerProcess } from './testing/server-process.ts'
import { serverRuns } from './testing/server-runs.ts'
import { testEngine } from './testing/test-database.ts'

/** What was accepted for sending arrives, whatever happens to the server meanwhile. */
const runs = serverRuns('test', 'demo data')
const start = (name: string, environment: Readonly<Record<string, string>> = {}) =>
  runs.start({ TALUS_DATA: join(runs.folder(), name), ...environment })

async function callerOf(server: ServerProcess, base = '/api/') {
  const post = (path: string, body: string | Buffer, type: string, authorization = '') =>
    fetch(`${server.address}${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': type, authorization },
      body,
    })
  const json = 'application/json'
  const credentials = JSON.stringify({ username: 'super', password: 'Talus-demo-1' })
  const signIn = await post('auth/login', credentials, json)
  const authorization = signIn.headers.get('authorization') ?? ''
  return {
    json: async (path: string, body: object): Promise<unknown> =>
      (await post(path, JSON.stringify(body), json, authorization)).json(),
    file: async (bytes: Buffer) => {
      const answer = await post('image/import', bytes, 'application/dicom', authorization)
      return ImportLine.parse(JSON.parse(await answer.text()))
    },
  }
}
type Caller = Awaited<ReturnType<typeof callerOf>>

async function importImages(caller: Caller, count: number) {
  const ids: number[] = []
  const hashes = new Map<string, string>()
  for (let index = 0; index < count; index += 1) {
    const file = radiograph(`send ${index}`, {}, { rows: 200, columns: 200, seed: index })
    const { imageId } = await caller.file(file)
    ids.push(z.number().parse(imageId))
    hashes.set(uidFor(`image send ${index}`), sha256Of(dataSetOf(file)))
  }
  return { ids, hashes }
}

/** Takes its time, and counts who talks to it at once; it answers so many and no more. */
async function slowSink() {
  let mostAtOnce = 0
  let answered = Infinity
  let goOn = Promise.withResolvers<void>()
  const arrived: { readonly uid: string; readonly hash: string }[] = []
  const sink = await testAcceptor({
    handlers: {
      store: async ({ sopInstance, dataset }) => {
        const chunks: Buffer[] = []
        for await (const bytes of dataset) chunks.push(Buffer.from(bytes))
        mostAtOnce = Math.max(mostAtOnce, sink.open())
        arrived.push({ uid: sopInstance, hash: sha256Of(Buffer.concat(chunks)) })
        await new Promise((resolve) => setTimeout(resolve, 30))
        if (arrived.length > answered) await goOn.promise
        return { status: 0 }
      },
    },
  })
  runs.atEnd(() => sink.stop(0))
  return {
    port: sink.port,
    arrived,
    mostAtOnce: () => mostAtOnce,
    answer: (count: number) => {
      answered = count
      goOn.resolve()
      goOn = Promise.withResolvers<void>()
    },
  }
}

const peer = (port: number) => ({
  serverName: 'Sink',
  aeTitle: 'SINK',
  host: '127.0.0.1',
  port,
  description: 'TALUS',
})

const Queue = z.array(z.object({ state: z.string() }))
const statesOf = async (caller: Caller, ids: readonly number[]) =>
  new Set(
    Queue.parse(await caller.json('dicomServer/queue/some', { ids })).map(({ state }) => state),
  )

test('a kill in the middle loses no image and changes none', { timeout: 240_000 }, async () => {
  const sink = await slowSink()
  sink.answer(8)
  let server = await start('one')
  let caller = await callerOf(server)
  const { ids, hashes } = await importImages(caller, 40)
  const { id } = DicomServer.parse(await caller.json('dicomServer', peer(sink.port)))
  const request = { dicomServerId: id, imageIdList: ids }
  const { sendIds } = SendOutcome.parse(await caller.json('dicomServer/send/auto', request))
  expect(sendIds).toHaveLength(40)
  const kills = 2
  for (let kill = 1; kill <= kills; kill += 1) {
    const enough = kill * 8
    await expect
      .poll(() => sink.arrived.length, { timeout: 90_000, interval: 5 })
      .toBeGreaterThan(enough)
    await server.kill()
    expect(new Set(sink.arrived.map(({ uid }) => uid)).size).toBeLessThan(40)
    sink.answer(kill === kills ? Infinity : (kill + 1) * 8)
    server = await start('one')
    caller = await callerOf(server)
  }
  await expect
    .poll(() => statesOf(caller, sendIds), { timeout: 90_000, interval: 200 })
    .toEqual(new Set(['sent']))
  expect(new Map(sink.arrived.map(({ uid, hash }) => [uid, hash]))).toEqual(hashes)
  for (const { uid, hash } of sink.arrived) expect(hash).toBe(hashes.get(uid))
  // Again is sent only what was on its way when the server died.
  expect(sink.arrived.length).toBeLessThanOrEqual(40 + kills)
})

describe.runIf(testEngine === 'postgres')('two servers on one database', () => {
  test('send each image once, over one association at a time', { timeout: 120_000 }, async () => {
    const sink = await slowSink()
    // One store of files for both, as in the cloud.
    await mkdir(join(runs.folder(), 'one/files'), { recursive: true })
    await mkdir(join(runs.folder(), 'two'))
    await symlink(join(runs.folder(), 'one/files'), join(runs.folder(), 'two/files'))
    const environment = { TALUS_VARIANT: 'cloud', ALLOW_PRIVATE_HOSTS: '1' }
    const servers = await Promise.all([start('one', environment), start('two', environment)])
    const [one, two] = await Promise.all(servers.map((server) => callerOf(server, '/aws/api/')))
    if (!one || !two) throw new Error('no servers')
    const { ids, hashes } = await importImages(one, 30)
    const { id } = DicomServer.parse(await one.json('dicomServer', peer(sink.port)))
    const half = (from: number) => ({ dicomServerId: id, imageIdList: ids.slice(from, from + 15) })
    const outcomes = await Promise.all([
      one.json('dicomServer/send', half(0)),
      two.json('dicomServer/send', half(15)),
    ])
    expect(outcomes).toMatchObject([{ sent: 15 }, { sent: 15 }])
    expect(sink.arrived).toHaveLength(30)
    expect(new Map(sink.arrived.map(({ uid, hash }) => [uid, hash]))).toEqual(hashes)
    expect(sink.mostAtOnce()).toBe(1)
  })
})
