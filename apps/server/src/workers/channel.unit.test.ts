import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChannel } from './channel.ts'
import type { Channel } from './channel.ts'

class Named extends Error {}

const packError = (error: unknown) =>
  error instanceof Named ? { named: error.message } : undefined
const unpackError = (packed: unknown) =>
  typeof packed === 'object' && packed !== null && 'named' in packed
    ? new Named(String(packed.named))
    : undefined

interface Remote {
  readonly calls: {
    readonly double: (value: number) => number
    readonly fail: (how: 'named' | 'plain') => undefined
    readonly wait: (value: undefined) => string
  }
  readonly streams: { readonly count: (to: number) => number }
}

let ends: MessageChannel
let channel: Channel<Remote>
let given: number[]
let isReturned: boolean

beforeEach(() => {
  ends = new MessageChannel()
  given = []
  isReturned = false
  openChannel(ends.port2, {
    calls: {
      double: (value: number) => value * 2,
      fail: (how: string) => {
        throw how === 'named' ? new Named('told') : new Error('broke')
      },
      wait: (_value: undefined, signal: AbortSignal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve('called off'))),
    },
    streams: {
      count: async function* count(to: number) {
        try {
          for (let number = 1; number <= to; number += 1) {
            given.push(number)
            yield number
          }
          if (to === 0) throw new Named('nothing to count')
        } finally {
          isReturned = true
        }
      },
    },
    packError,
    unpackError,
  })
  channel = openChannel<Remote>(ends.port1, { calls: {}, packError, unpackError })
})
afterEach(() => ends.port1.close())

async function allOf(stream: AsyncIterable<number>): Promise<number[]> {
  const numbers: number[] = []
  for await (const number of stream) numbers.push(number)
  return numbers
}

test('concurrent calls each get their own result', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map((value) => channel.call('double', value)))
  expect(answers).toEqual([2, 4, 6, 8])
})

test('an error keeps its class if it is packed, and its message otherwise', async () => {
  await expect(channel.call('fail', 'named')).rejects.toBeInstanceOf(Named)
  await expect(channel.call('fail', 'plain')).rejects.toThrow('broke')
})

test('a call is aborted by its signal', async () => {
  const stop = new AbortController()
  const waiting = channel.call('wait', undefined, stop.signal)
  stop.abort()
  expect(await waiting).toBe('called off')
})

test('a stream produces items on request only, and ends when the loop is left', async () => {
  expect(await allOf(channel.stream('count', 5))).toEqual([1, 2, 3, 4, 5])
  given = []
  for await (const number of channel.stream('count', 1000)) if (number === 3) break
  await expect.poll(() => isReturned).toBe(true)
  expect(given).toEqual([1, 2, 3])
})

test('an error of a stream reaches its reader', async () => {
  await expect(allOf(channel.stream('count', 0))).rejects.toBeInstanceOf(Named)
})

test('closing the channel rejects pending and later calls', async () => {
  const waiting = channel.call('wait', undefined)
  channel.close(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await expect(channel.call('double', 1)).rejects.toThrow('gone')
})
