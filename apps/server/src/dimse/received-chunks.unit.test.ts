import { createHash, randomBytes } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createStatusFault, openAssociation, statuses, uids } from './index.ts'
import type { IncomingDataset } from './incoming-dataset.ts'
import { secondaryCapture } from './testing/test-pdus.ts'
import { startTestAcceptor } from './testing/test-acceptor.ts'

vi.setConfig({ testTimeout: 30_000 })

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const transferSyntax = uids.explicitLittleEndian
const contexts = [{ abstractSyntax: secondaryCapture, transferSyntaxes: [transferSyntax] }]

async function sendAll(port: number, objects: ReadonlyMap<string, Buffer>): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const association = await openAssociation(socket, { calling: 'A', called: 'B', contexts })
  for (const [sopInstance, bytes] of objects) {
    const object = { sopClass: secondaryCapture, sopInstance, transferSyntax }
    await association.store({ ...object, open: () => [bytes] })
  }
  await association.release()
}

/** Sizes around those of a read of the socket, a PDU and a pooled block. */
const sizes = [2, 1000, 65_536, 65_538, 262_144, 1_048_576, 1_048_578, 3_500_002]

const others = () => new Promise<void>((resolve) => setTimeout(resolve, 3))
const ways: Readonly<Record<string, (dataset: IncomingDataset, hash: Hash) => Promise<void>>> = {
  'read slowly': async (dataset, hash) => {
    for await (const bytes of dataset) {
      // The chunks that the bytes came in are freed meanwhile.
      await others()
      hash.update(bytes)
    }
  },
  piped: (dataset, hash) => dataset.pipe((bytes) => void hash.update(bytes)),
  'piped late': async (dataset, hash) => {
    await others()
    await dataset.pipe((bytes) => void hash.update(bytes))
  },
  'piped with back-pressure': async (dataset, hash) => {
    let left = 0
    await dataset.pipe((bytes) => {
      hash.update(bytes)
      left -= bytes.length
      if (left > 0) return undefined
      left = 300_000
      return others()
    })
  },
}

test.each(Object.entries(ways))(
  'objects of concurrent senders arrive unchanged: %s',
  async (_way, readAll) => {
    const received = new Map<string, string>()
    const { port, stop, reports } = await startTestAcceptor({
      handlers: {
        store: async ({ sopInstance, dataset }) => {
          const hash = createHash('sha256')
          await readAll(dataset, hash)
          received.set(sopInstance, hash.digest('hex'))
          return { status: 0 }
        },
      },
    })
    closing.push(() => stop(0))
    const senders = Array.from(
      { length: 6 },
      (_, sender) =>
        new Map(sizes.map((size, place) => [`1.2.${sender + 1}.${place + 1}`, randomBytes(size)])),
    )
    await Promise.all(senders.map((objects) => sendAll(port, objects)))
    const sent = senders.flatMap((objects) =>
      [...objects].map(([uid, bytes]) => [uid, hashOf(bytes)] as const),
    )
    expect(received).toEqual(new Map(sent))
    expect(reports).toEqual([])
  },
)

test.each(['at once', 'later'])('a consumer that fails %s fails its object only', async (when) => {
  const received: string[] = []
  const refusal = createStatusFault(statuses.outOfResources)
  const { port, stop } = await startTestAcceptor({
    handlers: {
      store: async ({ sopInstance, dataset }) => {
        let size = 0
        await dataset.pipe((bytes) => {
          size += bytes.length
          if (sopInstance !== '1.2.1' || size < 300_000) return undefined
          if (when === 'later') return others().then(() => Promise.reject(refusal))
          throw refusal
        })
        received.push(sopInstance)
        return { status: 0 }
      },
    },
  })
  closing.push(() => stop(0))
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const association = await openAssociation(socket, { calling: 'A', called: 'B', contexts })
  const send = (sopInstance: string) =>
    association.store({
      sopClass: secondaryCapture,
      sopInstance,
      transferSyntax,
      open: () => [randomBytes(3_500_002)],
    })
  await expect(send('1.2.1')).rejects.toMatchObject({ status: statuses.outOfResources })
  await send('1.2.2')
  await association.release()
  expect(received).toEqual(['1.2.2'])
})

test('the acceptor notices when its connections close', async () => {
  const { port, countOpen, stop } = await startTestAcceptor()
  const sockets = [1, 2, 3].map(() => connect(port, '127.0.0.1'))
  for (const socket of sockets) await once(socket, 'connect')
  await expect.poll(countOpen).toBe(3)
  for (const socket of sockets) socket.destroy()
  await expect.poll(countOpen).toBe(0)
  // Otherwise stopping would wait for them.
  await stop(60_000)
})
