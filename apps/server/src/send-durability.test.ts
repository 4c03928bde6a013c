import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { DicomServer, ImportLine, SendOutcome } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestAcceptor } from './dimse/testing/test-acceptor.ts'
import { toSha256 } from './testing/images/clinic-with-images.ts'
import { createRadiograph, toUid } from './testing/dicom/dicom-objects.ts'
import { getDataSet } from './testing/dicom/sending-clinic.ts'
import type { ServerProcess } from './testing/server/server-process.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'
import { testEngine } from './testing/database/test-database.ts'

/** Images accepted for sending arrive even if the server is killed meanwhile. */
const runs = setUpServerRuns('test', 'demo data')
const start = (name: string, environment: Readonly<Record<string, string>> = {}) =>
  runs.start({ TALUS_DATA: join(runs.folder(), name), ...environment })

async function signIn(server: ServerProcess, base = '/api/') {
  const post = (path: string, body: string | Buffer, type: string, authorization = '') =>
    fetch(`${server.address}${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': type, authorization },
      body,
    })
  const json = 'application/json'
  const credentials = JSON.stringify({ username: 'super', password: 'Talus-demo-1' })
  const signedIn = await post('auth/login', credentials, json)
  const authorization = signedIn.headers.get('authorization') ?? ''
  return {
    json: async (path: string, body: object): Promise<unknown> =>
      (await post(path, JSON.stringify(body), json, authorization)).json(),
    file: async (bytes: Buffer) => {
      const answer = await post('image/import', bytes, 'application/dicom', authorization)
      return ImportLine.parse(JSON.parse(await answer.text()))
    },
  }
}
type Caller = Awaited<ReturnType<typeof signIn>>

async function importImages(caller: Caller, count: number) {
  const ids: number[] = []
  const hashes = new Map<string, string>()
  for (let index = 0; index < count; index += 1) {
    const file = createRadiograph(`send ${index}`, {}, { rows: 200, columns: 200, seed: index })
    const { imageId } = await caller.file(file)
    ids.push(z.number().parse(imageId))
    hashes.set(toUid(`image send ${index}`), toSha256(getDataSet(file)))
  }
  return { ids, hashes }
}

/**
 * A slow DICOM receiver that counts concurrent associations and stops answering after a set number
 * of images.
 */
async function openSlowReceiver() {
  let maxConcurrent = 0
  let answered = Infinity
  let resume = Promise.withResolvers<void>()
  const arrived: { readonly uid: string; readonly hash: string }[] = []
  const receiver = await startTestAcceptor({
    handlers: {
      store: async ({ sopInstance, dataset }) => {
        const chunks: Buffer[] = []
        for await (const bytes of dataset) chunks.push(Buffer.from(bytes))
        maxConcurrent = Math.max(maxConcurrent, receiver.countOpen())
        arrived.push({ uid: sopInstance, hash: toSha256(Buffer.concat(chunks)) })
        await new Promise((resolve) => setTimeout(resolve, 30))
        if (arrived.length > answered) await resume.promise
        return { status: 0 }
      },
    },
  })
  runs.atEnd(() => receiver.stop(0))
  return {
    port: receiver.port,
    arrived,
    maxConcurrent: () => maxConcurrent,
    answer: (count: number) => {
      answered = count
      resume.resolve()
      resume = Promise.withResolvers<void>()
    },
  }
}

const createPeer = (port: number) => ({
  serverName: 'Sink',
  aeTitle: 'SINK',
  host: '127.0.0.1',
  port,
  description: 'TALUS',
})

const Queue = z.array(z.object({ state: z.string() }))
const readStates = async (caller: Caller, ids: readonly number[]) =>
  new Set(
    Queue.parse(await caller.json('dicomServer/queue/some', { ids })).map(({ state }) => state),
  )

test(
  'a server killed during a send loses no image and alters none',
  { timeout: 240_000 },
  async () => {
    const receiver = await openSlowReceiver()
    receiver.answer(8)
    let server = await start('one')
    let caller = await signIn(server)
    const { ids, hashes } = await importImages(caller, 40)
    const { id } = DicomServer.parse(await caller.json('dicomServer', createPeer(receiver.port)))
    const request = { dicomServerId: id, imageIdList: ids }
    const { sendIds } = SendOutcome.parse(await caller.json('dicomServer/send/auto', request))
    expect(sendIds).toHaveLength(40)
    const kills = 2
    for (let kill = 1; kill <= kills; kill += 1) {
      const enough = kill * 8
      await expect
        .poll(() => receiver.arrived.length, { timeout: 90_000, interval: 5 })
        .toBeGreaterThan(enough)
      await server.kill()
      expect(new Set(receiver.arrived.map(({ uid }) => uid)).size).toBeLessThan(40)
      receiver.answer(kill === kills ? Infinity : (kill + 1) * 8)
      server = await start('one')
      caller = await signIn(server)
    }
    await expect
      .poll(() => readStates(caller, sendIds), { timeout: 90_000, interval: 200 })
      .toEqual(new Set(['sent']))
    expect(new Map(receiver.arrived.map(({ uid, hash }) => [uid, hash]))).toEqual(hashes)
    for (const { uid, hash } of receiver.arrived) expect(hash).toBe(hashes.get(uid))
    // Only the images in transfer at the moment of a kill are sent again.
    expect(receiver.arrived.length).toBeLessThanOrEqual(40 + kills)
  },
)

describe.runIf(testEngine === 'postgres')('two servers on one database', () => {
  test(
    'two servers on one database send each image once, over one association at a time',
    { timeout: 180_000 },
    async () => {
      const receiver = await openSlowReceiver()
      // Both servers share one file store, as in the cloud.
      await mkdir(join(runs.folder(), 'one/files'), { recursive: true })
      await mkdir(join(runs.folder(), 'two'))
      await symlink(join(runs.folder(), 'one/files'), join(runs.folder(), 'two/files'))
      const environment = { TALUS_VARIANT: 'cloud', ALLOW_PRIVATE_HOSTS: '1' }
      const servers = await Promise.all([start('one', environment), start('two', environment)])
      const [one, two] = await Promise.all(servers.map((server) => signIn(server, '/aws/api/')))
      if (!one || !two) throw new Error('no servers')
      const { ids, hashes } = await importImages(one, 30)
      const { id } = DicomServer.parse(await one.json('dicomServer', createPeer(receiver.port)))
      const half = (from: number) => ({
        dicomServerId: id,
        imageIdList: ids.slice(from, from + 15),
      })
      const outcomes = await Promise.all([
        one.json('dicomServer/send', half(0)),
        two.json('dicomServer/send', half(15)),
      ])
      expect(outcomes).toMatchObject([{ sent: 15 }, { sent: 15 }])
      expect(receiver.arrived).toHaveLength(30)
      expect(new Map(receiver.arrived.map(({ uid, hash }) => [uid, hash]))).toEqual(hashes)
      expect(receiver.maxConcurrent()).toBe(1)
    },
  )
})
