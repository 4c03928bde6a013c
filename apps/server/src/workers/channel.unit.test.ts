import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChannel } from './channel.ts'
import type { Channel } from './channel.ts'
import { defineErrorCodec, Transferred } from './protocol.ts'
import type { Call, NoCalls, Stream } from './protocol.ts'

class Named extends Error {}

const errors = defineErrorCodec({
  pack: (error) => (error instanceof Named ? { named: error.message } : undefined),
  unpack: ({ named }) => new Named(named),
})

interface Remote {
  readonly calls: {
    readonly double: Call<number, number>
    readonly fail: Call<'named' | 'plain', undefined>
    readonly wait: Call<undefined, string>
    readonly reverse: Call<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>, 'half' | 'whole'>
  }
  readonly streams: { readonly count: Stream<number, number> }
}

let ends: MessageChannel
let channel: Channel<Remote>
let given: number[]
let isReturned: boolean
/** The buffers that the far end has given away with its result. */
let sentBack: Uint8Array[]

beforeEach(() => {
  ends = new MessageChannel()
  given = []
  isReturned = false
  sentBack = []
  openChannel<Remote, NoCalls>(ends.port2, {
    calls: {
      double: (value) => value * 2,
      fail: (how) => {
        throw how === 'named' ? new Named('told') : new Error('broke')
      },
      wait: (_value, { signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve('called off'))),
      reverse: (bytes, { sendProgress }) => {
        sendProgress('half')
        bytes.reverse()
        sendProgress('whole')
        sentBack.push(bytes)
        return new Transferred(bytes, [bytes.buffer])
      },
    },
    streams: {
      count: async function* count(to) {
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
    errors,
  })
  channel = openChannel<NoCalls, Remote>(ends.port1, { calls: {}, errors })
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
  const waiting = channel.call('wait', undefined, stop)
  stop.abort()
  expect(await waiting).toBe('called off')
})

test('a call sends its progress in order before its result', async () => {
  const progress: string[] = []
  const onProgress = (step: string) => void progress.push(step)
  expect(await channel.call('reverse', Uint8Array.of(1, 2, 3), { onProgress })).toEqual(
    Uint8Array.of(3, 2, 1),
  )
  expect(progress).toEqual(['half', 'whole'])
})

test('the named buffers of a call and of its result are transferred, not copied', async () => {
  const bytes = Uint8Array.of(1, 2, 3)
  await channel.call('reverse', bytes)
  expect(bytes.byteLength).toBe(3)
  await channel.call('reverse', bytes, { transfer: [bytes.buffer] })
  expect(bytes.byteLength).toBe(0)
  expect(sentBack.map(({ byteLength }) => byteLength)).toEqual([0, 0])
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
