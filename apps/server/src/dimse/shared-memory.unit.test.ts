import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { openAssociation, uids } from './index.ts'
import { secondaryCapture } from './testing/script.ts'
import { testAcceptor } from './testing/test-acceptor.ts'

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

/** Sizes around those of the memory that is shared and of the blocks that are lent. */
const sizes = [2, 1000, 65_536, 65_538, 262_144, 1_048_576, 1_048_578, 3_500_002]

test('senders that share memory each get their own bytes through', async () => {
  const received = new Map<string, string>()
  const { port, stop, reports } = await testAcceptor({
    handlers: {
      store: async ({ sopInstance, dataset }) => {
        const hash = createHash('sha256')
        for await (const bytes of dataset) {
          // Others are read meanwhile.
          await new Promise((resolve) => setTimeout(resolve, 3))
          hash.update(bytes)
        }
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
})

test('the server that accepted them knows when they have gone', async () => {
  const { port, open, stop } = await testAcceptor()
  const sockets = [1, 2, 3].map(() => connect(port, '127.0.0.1'))
  for (const socket of sockets) await once(socket, 'connect')
  await expect.poll(open).toBe(3)
  for (const socket of sockets) socket.destroy()
  await expect.poll(open).toBe(0)
  // It would wait for them otherwise.
  await stop(60_000)
})
