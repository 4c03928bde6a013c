import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStatusFault, chooseTransferSyntax, uids } from '../../../dimse/index.ts'
import type { AcceptorOptions } from '../../../dimse/index.ts'
import { createRadiograph } from '../../../testing/dicom/dicom-objects.ts'
import { createSendingClinic } from '../../../testing/dicom/sending-clinic.ts'
import type { SendingClinic } from '../../../testing/dicom/sending-clinic.ts'
import {
  getSecondsUntilRetry,
  pollOptions,
  secondMs,
  sendLimits,
  setUpSendingPeers,
  sendNewImages,
} from '../../../testing/dicom/sending-peers.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

// Peers that reject, hang, abort, or respond with a failure.
let server: TestServer
let clinic: SendingClinic
const { startAcceptor, startRawPeer } = setUpSendingPeers()
beforeAll(async () => {
  server = await startTestServer({}, { sendLimits })
  clinic = await createSendingClinic(server)
})
afterAll(() => server.close())

const sent = (port: number, count: number) => sendNewImages(clinic, port, count)

const answering = (status: number) => ({
  handlers: {
    store: async ({ dataset }: { dataset: { discard: () => Promise<void> } }) => {
      await dataset.discard()
      if (status === 0) return { status }
      throw createStatusFault(status)
    },
  },
})

describe('peer faults', () => {
  test('a peer that never answers the association times out for all images', async () => {
    const { port } = await startRawPeer(() => undefined)
    const { dicomServerId, status, code } = await sent(port, 3)
    expect([status, code]).toEqual([424, 'connection/time-out'])
    expect(await clinic.listSends(dicomServerId)).toMatchObject(
      [1, 2, 3].map(() => ({ state: 'waiting', attempts: 1, errorCode: 'connection/time-out' })),
    )
    // The image that was tried is due last: it may have caused the fault.
    expect(await getSecondsUntilRetry(server, clinic, dicomServerId)).toEqual([11, 10, 10])
  })

  test.each([
    ['congestion', { result: 2, source: 3, reason: 1 }, 'dicom/rejected-congestion'],
    ['its limit', { result: 2, source: 3, reason: 2 }, 'dicom/rejected-limit'],
  ])('a temporary rejection for %s is retried', async (_how, rejection, code) => {
    const { port } = await startAcceptor({ admit: () => ({ isAdmitted: false, rejection }) })
    const { dicomServerId, ...answer } = await sent(port, 2)
    expect(answer).toMatchObject({ status: 424, code })
    expect(await clinic.listSendStates(dicomServerId)).toEqual(['waiting', 'waiting'])
  })

  test.each([
    ['calling AE title', { result: 1, source: 1, reason: 3 }, 'dicom/rejected-calling-title'],
    ['called AE title', { result: 1, source: 1, reason: 7 }, 'dicom/rejected-called-title'],
  ])('a permanent rejection of the %s is not retried', async (_how, rejection, code) => {
    const { port } = await startAcceptor({ admit: () => ({ isAdmitted: false, rejection }) })
    const { dicomServerId, ...answer } = await sent(port, 2)
    expect(answer).toMatchObject({ status: 424, code })
    expect(await clinic.listSendStates(dicomServerId)).toEqual(['failed', 'failed'])
  })

  test.each([
    ['abstract-syntax', 'dicom/class-refused'],
    ['transfer-syntaxes', 'dicom/syntax-refused'],
  ] as const)('images fail if the peer refuses the %s of their context', async (refused, code) => {
    const { port } = await startAcceptor({ contexts: () => ({ refused }) })
    const { dicomServerId, ...answer } = await sent(port, 2)
    expect(answer).toMatchObject({ status: 424, code })
    expect(await clinic.listSends(dicomServerId)).toMatchObject([
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
  ] as const)(
    'a C-STORE response with status %i sets the state %s',
    async (status, state, errorCode) => {
      const { port } = await startAcceptor(answering(status))
      const { dicomServerId, ...answer } = await sent(port, 2)
      expect(await clinic.listSends(dicomServerId)).toMatchObject([
        { state, errorCode, attempts: 1 },
        { state, errorCode, attempts: 1 },
      ])
      if (errorCode === null) expect(answer.body).toMatchObject({ sent: 2, waiting: 0 })
      else expect(answer).toMatchObject({ status: 424, code: errorCode })
    },
  )

  test('when a peer hangs at one image, the others are sent and it is retried', async () => {
    let taken = 0
    const { port } = await startAcceptor({
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
    expect(await clinic.listSendStates(dicomServerId)).toEqual([
      'sent',
      'sent',
      'waiting',
      'sent',
      'sent',
    ])
    server.advanceClock(10 * secondMs)
    await expect
      .poll(() => clinic.listSendStates(dicomServerId), pollOptions)
      .toEqual(Array(5).fill('sent'))
    expect(taken).toBe(6)
  })

  test.each(['resets the connection', 'aborts'] as const)(
    'an image is sent again after the peer %s in the middle of it',
    async (how) => {
      let isGood = false
      const stored = await startAcceptor()
      const relay = await startRawPeer((socket) => {
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
      const file = createRadiograph(`large ${how}`, {}, { rows: 1000, columns: 1000 })
      const image = await clinic.addImage({ file })
      const { status, error } = await clinic.send(dicomServerId, [image])
      const code = how === 'aborts' ? 'dicom/aborted' : 'connection/closed'
      expect([status, error.code]).toEqual([424, code])
      expect(stored.stored).toEqual([])
      isGood = true
      server.advanceClock(11 * secondMs)
      await expect.poll(() => clinic.listSendStates(dicomServerId), pollOptions).toEqual(['sent'])
      expect(stored.stored).toMatchObject([{ hash: image.hash }])
    },
  )

  test('the other images are sent to a peer that hangs at the first one', async () => {
    let poison = ''
    const { port, stored } = await startAcceptor({
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
    server.advanceClock(10 * secondMs)
    await expect
      .poll(() => clinic.listSendStates(dicomServerId), pollOptions)
      .toEqual(['waiting', 'sent', 'sent'])
  })
})

describe('presentation contexts', () => {
  const only = (syntax: string): Pick<AcceptorOptions<string>, 'contexts'> => ({
    contexts: ({ transferSyntaxes }) => chooseTransferSyntax([syntax], transferSyntaxes),
  })

  test('images of 70 SOP classes are sent over several associations', async () => {
    const { port, stored } = await startAcceptor()
    const dicomServerId = await clinic.addServer({ port })
    const images = []
    for (let index = 0; index < 70; index += 1) {
      const sopClass = `1.2.840.10008.5.1.4.1.1.${index + 1}`
      images.push(await clinic.addImage({ sopClass }))
    }
    expect((await clinic.send(dicomServerId, images)).body).toMatchObject({ sent: 70 })
    expect(new Set(stored.map(({ sopClass }) => sopClass)).size).toBe(70)
  })

  test('an image is transcoded if the peer accepts one uncompressed syntax only', async () => {
    for (const syntax of [uids.implicitLittleEndian, uids.explicitLittleEndian]) {
      const { port, stored } = await startAcceptor(only(syntax))
      const { body, images } = await sent(port, 1)
      expect(body).toMatchObject({ sent: 1 })
      expect(stored).toMatchObject([{ transferSyntax: syntax }])
      // The file is explicit VR: it is sent as it is or transcoded.
      expect(stored[0]?.hash === images[0]?.hash).toBe(syntax === uids.explicitLittleEndian)
    }
  })
})
