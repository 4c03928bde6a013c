import { afterEach, expect } from 'vitest'
import { DimseFault } from '../index.ts'
import type { AcceptorLimits, Handlers } from '../index.ts'
import { encodeTestRequest } from './test-pdus.ts'
import { connectRaw, startTestAcceptor } from './test-acceptor.ts'

export function expectSoon<Value>(look: () => Value) {
  return expect.poll(look, { interval: 5, timeout: 8000 })
}

/** Starts acceptors that stop after the test, and runs other clean-up that a test registers. */
export function createAcceptorFixture() {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  return {
    atEnd: (close: () => Promise<unknown>) => void closing.push(close),
    start: async (limits: Partial<AcceptorLimits> = {}, handlers: Handlers<string> = {}) => {
      const acceptor = await startTestAcceptor({ limits, handlers })
      closing.push(() => acceptor.stop(0))
      return acceptor
    },
  }
}
export const getFaultCodes = (reports: readonly unknown[]) =>
  reports.map((error) => (error instanceof DimseFault ? error.code : error))
export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The types of the PDUs in the received bytes. */
export function readPduTypes(bytes: Buffer): number[] {
  const types: number[] = []
  for (let at = 0; at + 6 <= bytes.length; at += 6 + bytes.readUInt32BE(at + 2))
    types.push(bytes.readUInt8(at))
  return types
}
/** The values of (0000,0900) Status in the received bytes. */
export function readStatuses(bytes: Buffer): number[] {
  const found: number[] = []
  const element = Buffer.from([0, 0, 0, 9, 2, 0, 0, 0])
  for (let at = bytes.indexOf(element); at >= 0; at = bytes.indexOf(element, at + 1))
    found.push(bytes.readUInt16LE(at + 8))
  return found
}
export async function associate(port: number) {
  const peer = connectRaw(port)
  peer.socket.write(encodeTestRequest())
  await expectSoon(() => readPduTypes(peer.received())).toEqual([2])
  return peer
}
