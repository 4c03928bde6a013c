import { afterEach, expect } from 'vitest'
import { DimseFault } from '../index.ts'
import type { AcceptorLimits, Handlers } from '../index.ts'
import { requestUnit } from './script.ts'
import { dial, testAcceptor } from './test-acceptor.ts'

export function expectSoon<Value>(look: () => Value) {
  return expect.poll(look, { interval: 5, timeout: 8000 })
}

/** Starts acceptors, which are gone after the test, as is what else a test says. */
export function acceptors() {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  return {
    atEnd: (close: () => Promise<unknown>) => void closing.push(close),
    started: async (limits: Partial<AcceptorLimits> = {}, handlers: Handlers<string> = {}) => {
      const acceptor = await testAcceptor({ limits, handlers })
      closing.push(() => acceptor.stop(0))
      return acceptor
    },
  }
}
export const codes = (reports: readonly unknown[]) =>
  reports.map((error) => (error instanceof DimseFault ? error.code : error))
export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The types of the units that came back. */
export function typesOf(bytes: Buffer): number[] {
  const types: number[] = []
  for (let at = 0; at + 6 <= bytes.length; at += 6 + bytes.readUInt32BE(at + 2))
    types.push(bytes.readUInt8(at))
  return types
}
/** Statuses of the answers that came back. */
export function statusesOf(bytes: Buffer): number[] {
  const found: number[] = []
  const element = Buffer.from([0, 0, 0, 9, 2, 0, 0, 0])
  for (let at = bytes.indexOf(element); at >= 0; at = bytes.indexOf(element, at + 1))
    found.push(bytes.readUInt16LE(at + 8))
  return found
}
export async function associated(port: number) {
  const peer = dial(port)
  peer.socket.write(requestUnit())
  await expectSoon(() => typesOf(peer.received())).toEqual([2])
  return peer
}
