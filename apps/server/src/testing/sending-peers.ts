import type { Socket } from 'node:net'
import type { DicomServerId } from '@talus/contract'
import { afterEach } from 'vitest'
import { testAcceptor } from '../dimse/testing/test-acceptor.ts'
import { peer } from './peers.ts'
import type { SendingClinic } from './sending-clinic.ts'
import type { TestServer } from './test-server.ts'

/** Nobody is waited for as long as in a clinic. */
export const sendLimits = { connectMs: 600, associateMs: 600, responseMs: 600, idleMs: 1000 }
export const patiently = { timeout: 10_000, interval: 20 }
export const secondMs = 1000

/** Machines that images are sent to, gone after the test. */
export function sendingPeers() {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  return {
    atEnd: (close: () => Promise<unknown>) => void closing.push(close),
    acceptor: async (change: Parameters<typeof testAcceptor>[0] = {}) => {
      const started = await testAcceptor(change)
      closing.push(() => started.stop(0))
      return started
    },
    rawPeer: async (talk: (socket: Socket) => void) => {
      const started = await peer(talk)
      closing.push(started.close)
      return started
    },
  }
}

/** New images, sent to a new server on this port. */
export async function sentTo(clinic: SendingClinic, port: number, count: number) {
  const dicomServerId = await clinic.addServer({ port })
  const images = await clinic.addImages(count)
  const { status, body, error } = await clinic.send(dicomServerId, images)
  return { dicomServerId, images, status, body, code: error.code }
}

export const dueInSeconds = async (
  { clock }: Pick<TestServer, 'clock'>,
  clinic: SendingClinic,
  dicomServerId: DicomServerId,
) =>
  (await clinic.rows(dicomServerId)).map(({ nextTryOn }) =>
    nextTryOn === null ? null : (Date.parse(nextTryOn) - clock().getTime()) / secondMs,
  )
