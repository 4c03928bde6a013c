import { Socket } from 'node:net'
import { routes } from '@talus/contract'
import type { DicomServerId, ImageId } from '@talus/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { failureStatus, preferring, uids } from '../../dimse/index.ts'
import type { AcceptorOptions } from '../../dimse/index.ts'
import { testAcceptor } from '../../dimse/testing/test-acceptor.ts'
import { peer } from '../../testing/peers.ts'
import { radiograph } from '../../testing/dicom-objects.ts'
import { sendingClinic } from '../../testing/sending-clinic.ts'
import type { SendingClinic } from '../../testing/sending-clinic.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

/** Peers that do what peers do: refuse, hang, break off, say no. */
let server: TestServer
let clinic: SendingClinic
const closing: (() => Promise<unknown>)[] = []
const sendLimits = { connectMs: 600, associateMs: 600, responseMs: 600, idleMs: 1000 }
beforeAll(async () => {
  server = await testServer({}, { sendLimits })
  clinic = await sendingClinic(server)
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(() => server.close())

const patiently = { timeout: 10_000, interval: 20 }
const secondMs = 1000
const minuteMs = 60 * secondMs

async function acceptor(change: Parameters<typeof testAcceptor>[0] = {}) {
  const started = await testAcceptor(change)
  closing.push(() => started.stop(0))
  return started
}

async function rawPeer(talk: (socket: Socket) => void) {
  const started = await peer(talk)
  closing.push(started.close)
  return started
}

async function sent(port: number, count: number) {
  const dicomServerId = await clinic.addServer({ port })
  const images = await clinic.addImages(count)
  const { status, body, error } = await clinic.send(dicomServerId, images)
  return { dicomServerId, images, status, body, code: error.code }
}

const dueInSeconds = async (dicomServerId: DicomServerId) =>
  (await clinic.rows(dicomServerId)).map(({ nextTryOn }) =>
    nextTryOn === null ? null : (Date.parse(nextTryOn) - server.clock().getTime()) / secondMs,
  )

const answering = (status: number) => ({
  handlers: {
    store: async ({ dataset }: { dataset: { discard: () => Promise<void> } }) => {
      await dataset.discard()
      if (status === 0) return { status }
      throw failureStatus(status)
    },
  },
})

describe('a peer that', () => {
  test('hangs at the association is given up on, for all images', async () => {
    const { port } = await rawPeer(() => undefined)
    const { dicomServerId, status, code } = await sent(port, 3)
    expect([status, code]).toEqual([424, 'connection/time-out'])
    expect(await clinic.rows(dicomServerId)).toMatchObject(
      [1, 2, 3].map(() => ({ state: 'waiting', attempts: 1, errorCode: 'connection/time-out' })),
    )
    // The one that was tried comes last: it may be the one to blame.
    expect(await dueInSeconds(dicomServerId)).toEqual([11, 10, 10])
  })

  test.each([
    ['for now, being busy', { result: 2, source: 3, reason: 1 }, 'dicom/rejected-congestion'],
    ['for now, having too many', { result: 2, source: 3, reason: 2 }, 'dicom/rejected-limit'],
  ])('rejects %s is tried again', async (_how, rejection, code) => {
    const { port } = await acceptor({ admit: () => ({ isAdmitted: false, rejection }) })
    const { dicomServerId, ...answer } = await sent(port, 2)
    expect(answer).toMatchObject({ status: 424, code })
    expect(await clinic.states(dicomServerId)).toEqual(['waiting', 'waiting'])
  })

  test.each([
    ['our title', { result: 1, source: 1, reason: 3 }, 'dicom/rejected-calling-title'],
    ['its own title', { result: 1, source: 1, reason: 7 }, 'dicom/rejected-called-title'],
  ])('rejects %s for good is not tried again', async (_how, rejection, code) => {
    const { port } = await acceptor({ admit: () => ({ isAdmitted: false, rejection }) })
    const { dicomServerId, ...answer } = await sent(port, 2)
    expect(answer).toMatchObject({ status: 424, code })
    expect(await clinic.states(dicomServerId)).toEqual(['failed', 'failed'])
  })

  test.each([
    ['abstract-syntax', 'dicom/class-refused'],
    ['transfer-syntaxes', 'dicom/syntax-refused'],
  ] as const)('refuses the context for its %s has none of them', async (refused, code) => {
    const { port } = await acceptor({ contexts: () => ({ refused }) })
    const { dicomServerId, ...answer } = await sent(port, 2)
    expect(answer).toMatchObject({ status: 424, code })
    expect(await clinic.rows(dicomServerId)).toMatchObject([
      { state: 'failed', errorCode: code, errorValues: { calledTitle: 'PACS' } },
      { state: 'failed', errorCode: code },
    ])
  })

  test.each([
    [0xb000, 'sent', null],
    [0xb006, 'sent', null],
    [0xb007, 'sent', null],
    [0x0111, 'sent', null],
    [0xa700, 'waiting', 'dicom/peer-full'],
    [0xa702, 'waiting', 'dicom/peer-full'],
    [0x0110, 'waiting', 'dicom/store-failed'],
    [0xa900, 'failed', 'dicom/store-failed'],
    [0xc000, 'failed', 'dicom/store-failed'],
    [0xc123, 'failed', 'dicom/store-failed'],
    [0x0122, 'failed', 'dicom/class-refused'],
    [0x0124, 'failed', 'dicom/store-failed'],
  ] as const)('answers with %i has it %s', async (status, state, errorCode) => {
    const { port } = await acceptor(answering(status))
    const { dicomServerId, ...answer } = await sent(port, 2)
    expect(await clinic.rows(dicomServerId)).toMatchObject([
      { state, errorCode, attempts: 1 },
      { state, errorCode, attempts: 1 },
    ])
    if (errorCode === null) expect(answer.body).toMatchObject({ sent: 2, waiting: 0 })
    else expect(answer).toMatchObject({ status: 424, code: errorCode })
  })

  test('hangs after some images keeps those, and the rest follows', async () => {
    let taken = 0
    const { port } = await acceptor({
      handlers: {
        store: async ({ dataset }) => {
          await dataset.discard()
          taken += 1
          if (taken === 3) await new Promise(() => undefined)
          return { status: 0 }
        },
      },
    })
    const { dicomServerId, body } = await sent(port, 5)
    expect(body).toMatchObject({ sent: 4, waiting: 1 })
    expect(await clinic.states(dicomServerId)).toEqual(['sent', 'sent', 'waiting', 'sent', 'sent'])
    server.pass(10 * secondMs)
    await expect.poll(() => clinic.states(dicomServerId), patiently).toEqual(Array(5).fill('sent'))
    expect(taken).toBe(6)
  })

  test.each(['resets the line', 'aborts'] as const)(
    '%s in the middle of an object',
    async (how) => {
      let isGood = false
      const stored = await acceptor()
      const relay = await rawPeer((socket) => {
        const other = new Socket()
        other.connect(stored.port, '127.0.0.1')
        other.on('error', () => undefined)
        let bytes = 0
        socket.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > 100_000 && !isGood) {
            other.destroy()
            if (how === 'aborts') socket.end(Buffer.from([7, 0, 0, 0, 0, 4, 0, 0, 0, 0]))
            else socket.resetAndDestroy()
          } else other.write(chunk)
        })
        other.on('data', (chunk) => socket.write(chunk))
        other.on('close', () => socket.end())
        socket.on('close', () => other.destroy())
      })
      const dicomServerId = await clinic.addServer({ port: relay.port })
      const file = radiograph(`large ${how}`, {}, { rows: 1000, columns: 1000 })
      const image = await clinic.addImage({ file })
      const { status, error } = await clinic.send(dicomServerId, [image])
      const code = how === 'aborts' ? 'dicom/aborted' : 'connection/closed'
      expect([status, error.code]).toEqual([424, code])
      expect(stored.stored).toEqual([])
      isGood = true
      server.pass(11 * secondMs)
      await expect.poll(() => clinic.states(dicomServerId), patiently).toEqual(['sent'])
      expect(stored.stored).toMatchObject([{ hash: image.hash }])
    },
  )

  test('breaks off at one image is sent the others', async () => {
    let poison = ''
    const { port, stored } = await acceptor({
      handlers: {
        store: async ({ sopInstance, dataset }) => {
          await dataset.discard()
          if (sopInstance === poison) await new Promise(() => undefined)
          return { status: 0 }
        },
      },
    })
    expect(stored).toEqual([])
    const dicomServerId = await clinic.addServer({ port })
    const images = await clinic.addImages(3)
    poison = images[0]?.sopInstance ?? ''
    expect((await clinic.send(dicomServerId, images)).status).toBe(424)
    server.pass(10 * secondMs)
    await expect
      .poll(() => clinic.states(dicomServerId), patiently)
      .toEqual(['waiting', 'sent', 'sent'])
  })
})

describe('waiting', () => {
  test(
    'grows to a quarter of an hour and ends after three days',
    { timeout: 120_000 },
    async () => {
      const { port, connections } = await rawPeer((socket) => socket.destroy())
      // A clock of its own: nobody else stays signed in for so long.
      const own = await testServer({}, { sendLimits })
      closing.push(own.close)
      const clinic = await sendingClinic(own)
      const dicomServerId = await clinic.addServer({ port })
      await clinic.send(dicomServerId, await clinic.addImages(1))
      const waits: number[] = []
      const start = own.clock().getTime()
      for (let attempt = 1; ; attempt += 1) {
        const tried = async () => {
          const [row] = await clinic.rows(dicomServerId)
          return row?.state === 'sending' ? undefined : row?.attempts
        }
        await expect.poll(tried, patiently).toBe(attempt)
        const nextTryOn = (await clinic.rows(dicomServerId))[0]?.nextTryOn ?? null
        if (nextTryOn === null) break
        const wait = (Date.parse(nextTryOn) - own.clock().getTime()) / secondMs
        waits.push(wait)
        // By leaps, once the longest wait is reached: three days have 288 of them.
        own.pass(attempt < 9 ? wait * secondMs : 12 * 60 * minuteMs)
      }
      expect(waits.slice(0, 8)).toEqual([10, 30, 60, 120, 300, 600, 900, 900])
      expect(Math.max(...waits)).toBe(900)
      const days = (own.clock().getTime() - start) / (24 * 60 * minuteMs)
      expect(Math.floor(days)).toBe(3)
      expect(await clinic.rows(dicomServerId)).toMatchObject([
        { state: 'failed', errorCode: 'connection/closed', nextTryOn: null },
      ])
      expect(connections()).toBe(waits.length + 1)
    },
  )

  test('is for the peer: many images do not call it more often', async () => {
    const { port, connections } = await rawPeer((socket) => socket.destroy())
    const { dicomServerId } = await sent(port, 4)
    expect(connections()).toBe(1)
    const [one] = await clinic.addImages(1)
    if (!one) throw new Error('no image')
    server.pass(5 * secondMs)
    await clinic.send(dicomServerId, [one])
    expect(connections()).toBe(2)
    // All wait as long as those that have waited longest.
    expect(new Set(await dueInSeconds(dicomServerId))).toEqual(new Set([30, 31]))
  })

  test('of 5000 images for a dead peer costs one call of it', { timeout: 120_000 }, async () => {
    const { port, connections } = await rawPeer((socket) => socket.destroy())
    const dicomServerId = await clinic.addServer({ port })
    const { id } = await clinic.addImage()
    const { id: _id, ...image } = await server.unscopedDb
      .selectFrom('image')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const images: { id: ImageId }[] = []
    for (let at = 0; at < 5000; at += 500) {
      const copies = Array.from({ length: 500 }, (_, index) => ({
        ...image,
        sopInstanceUID: `${image.sopInstanceUID}.${at + index}`,
      }))
      images.push(
        ...(await server.unscopedDb.insertInto('image').values(copies).returning('id').execute()),
      )
    }
    const { status, error } = await clinic.send(dicomServerId, images)
    expect([status, error.code]).toEqual([424, 'connection/closed'])
    expect(connections()).toBe(1)
    const rows = await clinic.rows(dicomServerId)
    expect(
      rows.filter(({ attempts, state }) => attempts === 1 && state === 'waiting'),
    ).toHaveLength(5000)
    const body = { ids: rows.map((row) => row.id) }
    const cancelled = await server.call(routes.dicomSend.cancel, { body }, clinic.token)
    expect(cancelled.status).toBe(204)
    expect(new Set(await clinic.states(dicomServerId))).toEqual(new Set(['cancelled']))
  })

  test('for a dead peer holds up no other', { timeout: 60_000 }, async () => {
    const { port: hanging } = await rawPeer(() => undefined)
    const { port: good, stored } = await acceptor()
    const dead = await Promise.all(
      Array.from({ length: 8 }, () => clinic.addServer({ port: hanging })),
    )
    const images = await clinic.addImages(3)
    const others = dead.map((id) => clinic.send(id, images))
    const alive = await clinic.addServer({ port: good })
    const began = performance.now()
    expect((await clinic.send(alive, images)).body).toMatchObject({ sent: 3 })
    expect(performance.now() - began).toBeLessThan(3000)
    expect(stored).toHaveLength(3)
    for (const { status } of await Promise.all(others)) expect(status).toBe(424)
  })
})

describe('contexts', () => {
  const only = (syntax: string): Pick<AcceptorOptions<string>, 'contexts'> => ({
    contexts: ({ transferSyntaxes }) => preferring([syntax], transferSyntaxes),
  })

  test('are no more than an association has, however many classes are sent', async () => {
    const { port, stored } = await acceptor()
    const dicomServerId = await clinic.addServer({ port })
    const images = []
    for (let index = 0; index < 70; index += 1) {
      const sopClass = `1.2.840.10008.5.1.4.1.1.${index + 1}`
      images.push(await clinic.addImage({ sopClass }))
    }
    expect((await clinic.send(dicomServerId, images)).body).toMatchObject({ sent: 70 })
    expect(new Set(stored.map(({ sopClass }) => sopClass)).size).toBe(70)
  })

  test('of plain form are enough: the image is turned into it', async () => {
    for (const syntax of [uids.implicitLittleEndian, uids.explicitLittleEndian]) {
      const { port, stored } = await acceptor(only(syntax))
      const { body, images } = await sent(port, 1)
      expect(body).toMatchObject({ sent: 1 })
      expect(stored).toMatchObject([{ transferSyntax: syntax }])
      // The file is explicit: it goes as it is, or is written anew.
      expect(stored[0]?.hash === images[0]?.hash).toBe(syntax === uids.explicitLittleEndian)
    }
  })
})

test('a server that stops lets go of what it sends', { timeout: 60_000 }, async () => {
  const { port } = await rawPeer(() => undefined)
  const patient = await testServer({})
  const own = await sendingClinic(patient)
  const dicomServerId = await own.addServer({ port })
  const waiting = own.send(dicomServerId, await own.addImages(2))
  await expect.poll(() => own.states(dicomServerId), patiently).toEqual(['sending', 'waiting'])
  const began = performance.now()
  await patient.app.close()
  expect(performance.now() - began).toBeLessThan(9000)
  expect(await own.rows(dicomServerId)).toMatchObject([
    { state: 'waiting', attempts: 0, errorCode: null },
    { state: 'waiting', attempts: 0, errorCode: null },
  ])
  await waiting
  await patient.close()
})

test(
  'nobody waits for ever: the call says what is still under way',
  { timeout: 90_000 },
  async () => {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    const { port } = await acceptor({
      handlers: {
        store: async ({ dataset }) => {
          await dataset.discard()
          await mayAnswer
          return { status: 0 }
        },
      },
    })
    const patient = await testServer({})
    closing.push(patient.close)
    const own = await sendingClinic(patient)
    const dicomServerId = await own.addServer({ port })
    const { status, body } = await own.send(dicomServerId, await own.addImages(2))
    expect([status, body]).toMatchObject([200, { sent: 0, waiting: 2 }])
    answer()
    await expect.poll(() => own.states(dicomServerId), patiently).toEqual(['sent', 'sent'])
  },
)

test('a peer that is slow gets it all the same', { timeout: 60_000 }, async () => {
  let blocks = 0
  const { port } = await acceptor({
    handlers: {
      store: async ({ dataset }) => {
        for await (const _bytes of dataset) {
          blocks += 1
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
        return { status: dataset.size > 6_000_000 ? 0 : 0xc000 }
      },
    },
  })
  const patient = await testServer({})
  closing.push(patient.close)
  const own = await sendingClinic(patient)
  const dicomServerId = await own.addServer({ port })
  const file = radiograph('slow', {}, { rows: 3000, columns: 1020 })
  const { body } = await own.send(dicomServerId, [await own.addImage({ file })])
  expect(body).toMatchObject({ sent: 1 })
  // Each of a megabyte, and more of them than are read ahead of whoever takes them.
  expect(blocks).toBeGreaterThan(5)
})
