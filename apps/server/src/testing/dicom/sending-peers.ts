import type { Socket } from 'node:net'
import type { DicomServerId } from '@talus/contract'
import { afterEach } from 'vitest'
import { startTestAcceptor } from '../../dimse/testing/test-acceptor.ts'
import { startTcpPeer } from '../network/tcp-peer.ts'
import type { SendingClinic } from './sending-clinic.ts'
import type { TestServer } from '../server/test-server.ts'

/** Much shorter time limits than in production. */
export const sendLimits = { connectMs: 600, associateMs: 600, responseMs: 600, idleMs: 1000 }
export const pollOptions = { timeout: 10_000, interval: 20 }
export const secondMs = 1000

/** Starts DICOM peers that images are sent to, and closes them after the test. */
export function setUpSendingPeers() {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  return {
    atEnd: (close: () => Promise<unknown>) => void closing.push(close),
    startAcceptor: async (change: Parameters<typeof startTestAcceptor>[0] = {}) => {
      const started = await startTestAcceptor(change)
      closing.push(() => started.stop(0))
      return started
    },
    startRawPeer: async (talk: (socket: Socket) => void) => {
      const started = await startTcpPeer(talk)
      closing.push(started.close)
      return started
    },
  }
}

/** Sends new images to a new DICOM server on this port. */
export async function sendNewImages(clinic: SendingClinic, port: number, count: number) {
  const dicomServerId = await clinic.addServer({ port })
  const images = await clinic.addImages(count)
  const { status, body, error } = await clinic.send(dicomServerId, images)
  return { dicomServerId, images, status, body, code: error.code }
}

export const getSecondsUntilRetry = async (
  { clock }: Pick<TestServer, 'clock'>,
  clinic: SendingClinic,
  dicomServerId: DicomServerId,
) =>
  (await clinic.listSends(dicomServerId)).map(({ nextTryOn }) =>
    nextTryOn === null ? null : (Date.parse(nextTryOn) - clock().getTime()) / secondMs,
  )
