import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureStatus, preferring, uids } from '../../dimse/index.ts'
import type { AcceptorOptions } from '../../dimse/index.ts'
import { radiograph } from '../../testing/dicom-objects.ts'
import { sendingClinic } from '../../testing/sending-clinic.ts'
import type { SendingClinic } from '../../testing/sending-clinic.ts'
import {
  dueInSeconds,
  patiently,
  secondMs,
  sendLimits,
  sendingPeers,
  sentTo,
} from '../../testing/sending-peers.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

/** Peers that do what peers do: refuse, hang, break off, say no. */
let server: TestServer
let clinic: SendingClinic
const { acceptor, rawPeer } = sendingPeers()
beforeAll(async () => {
  server = await testServer({}, { sendLimits })
  clinic = await sendingClinic(server)
})
afterAll(() => server.close())

const sent = (port: number, count: number) => sentTo(clinic, port, count)

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
    expect(await dueInSeconds(server, clinic, dicomServerId)).toEqual([11, 10, 10])
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
