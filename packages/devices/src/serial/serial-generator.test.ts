import { describe, expect, test } from 'vitest'
import type { GeneratorEvent } from '../driver.ts'
import { GeneratorSilent, ValueNotInScale } from '../driver.ts'
import { createManualTime } from '../testing/manual-time.ts'
import { createSerialPeer } from '../testing/serial-peer.ts'
import { createSerialGenerator } from './serial-generator.ts'

function connected() {
  const time = createManualTime()
  const peer = createSerialPeer()
  const sent: { readonly at: number; readonly text: string }[] = []
  let deliver: (bytes: Uint8Array) => void = () => undefined
  let close: () => void = () => undefined
  let isDead = false
  const damage = { answers: 0 }
  const generator = createSerialGenerator(
    {
      open: (onBytes, onClosed) => {
        deliver = onBytes
        close = onClosed
      },
      close: () => undefined,
      write: (bytes) => {
        sent.push({
          at: time.timing.now(),
          text: Buffer.from(bytes).toString('latin1').slice(0, -2),
        })
        if (isDead) return
        const answer = peer.receive(bytes)
        if (damage.answers > 0) {
          damage.answers -= 1
          answer[2] = (answer[2] ?? 0) ^ 1
        }
        time.timing.after(10, () => deliver(answer))
      },
    },
    time.timing,
  )
  const events: GeneratorEvent[] = []
  generator.start((event) => events.push(event))
  return {
    time,
    peer,
    sent,
    generator,
    events,
    damage,
    say: (bytes: Uint8Array) => deliver(bytes),
    unplug: () => close(),
    die: (dead: boolean) => {
      isDead = dead
    },
  }
}

test('a serial generator knows all values after one poll', async () => {
  const { time, generator, events } = connected()
  expect(generator.status()).toBeUndefined()
  await time.advance(1000)
  expect(generator.status()).toEqual({ mx: 2, ms: 20, ma: 100, kv: 60, ex: 0, pw: 0, fo: 0, ws: 1 })
  expect(events).toHaveLength(1)
})

test('a serial generator sets a value, reads it back, and waits 50 ms between messages', async () => {
  const { time, generator, peer, sent } = connected()
  await time.advance(1000)
  const setting = generator.set('kv', 72)
  await time.advance(2000)
  expect(await setting).toMatchObject({ kv: 72 })
  expect(peer.values.kv).toBe(72)
  expect(sent.map(({ text }) => text)).toContain('KV072')
  const gaps = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(50)
})

test('a serial generator sends nothing for a value that is not in the scale', async () => {
  const { time, generator, peer, sent } = connected()
  await time.advance(1000)
  for (const [order, value] of [
    ['kv', 9999],
    ['kv', 72.4],
    ['ms', 12_345],
    ['fo', 5],
    ['pw', 2],
  ] as const)
    await expect(generator.set(order, value)).rejects.toThrow(ValueNotInScale)
  await time.advance(3000)
  expect(sent.filter(({ text }) => !text.endsWith('?'))).toEqual([])
  expect(peer.values).toMatchObject({ kv: 60, ms: 20, fo: 0, pw: 0 })
})

test('a serial generator returns the value that the device has set, not the requested one', async () => {
  const { time, generator, peer } = connected()
  peer.limits.kv = 65
  await time.advance(1000)
  const setting = generator.set('kv', 100)
  await time.advance(2000)
  expect(await setting).toMatchObject({ kv: 65 })
})

test('a serial generator lowers the current before it raises the voltage', async () => {
  const { time, generator, sent, peer } = connected()
  Object.assign(peer.values, { ma: 500, fo: 1 })
  await time.advance(1000)
  sent.length = 0
  const setting = generator.set('kv', 100)
  await time.advance(3000)
  expect(await setting).toMatchObject({ kv: 100, ma: 320 })
  const orders = sent.map(({ text }) => text).filter((text) => !text.includes('?'))
  expect(orders).toEqual(['MA03200', 'KV100'])
})

test('a serial generator repeats a message after a bad checksum on either side', async () => {
  const { time, generator, peer, damage } = connected()
  await time.advance(1000)
  peer.naks = 2
  const first = generator.set('ms', 50)
  await time.advance(3000)
  expect(await first).toMatchObject({ ms: 50 })
  damage.answers = 2
  const second = generator.set('ms', 100)
  await time.advance(3000)
  expect(await second).toMatchObject({ ms: 100 })
})

test('a refusal is reported with the error number of the generator', async () => {
  const { time, generator, peer } = connected()
  await time.advance(1000)
  peer.refuses = true
  const [result] = await Promise.allSettled([generator.set('ws', 3), time.advance(3000)])
  expect(result).toMatchObject({ status: 'rejected' })
  expect(String(result.status === 'rejected' && result.reason)).toContain('ER213')
})

describe('a generator that falls silent', () => {
  test('a serial generator that stops answering is reported once, and its return as well', async () => {
    const { time, generator, events, die } = connected()
    await time.advance(1000)
    die(true)
    await time.advance(40_000)
    expect(events.at(-1)).toEqual({ type: 'silent' })
    expect(events.filter(({ type }) => type === 'silent')).toHaveLength(1)
    expect(generator.status()).toBeUndefined()
    await expect(generator.set('kv', 70)).rejects.toThrow(GeneratorSilent)
    die(false)
    await time.advance(10_000)
    expect(generator.status()).toMatchObject({ kv: 60 })
  })
  test('an unplugged cable is reported at once', async () => {
    const { time, events, unplug } = connected()
    await time.advance(1000)
    unplug()
    expect(events.at(-1)).toEqual({ type: 'silent' })
  })
})

test('a serial generator accepts values that the device sends unasked', async () => {
  const { time, events, peer, say } = connected()
  await time.advance(1000)
  say(peer.encodeValue('kv', 77))
  expect(events.at(-1)).toMatchObject({ values: { kv: 77 } })
})

test('no message to a serial generator prepares or exposes', async () => {
  const { time, generator, sent } = connected()
  await time.advance(1000)
  for (const [order, value] of [
    ['pw', 1],
    ['fo', 1],
    ['kv', 80],
    ['ma', 200],
    ['ms', 40],
    ['ws', 2],
  ] as const) {
    const setting = generator.set(order, value)
    await time.advance(3000)
    await setting
  }
  const orders = new Set(
    sent
      .map(({ text }) => text)
      .filter((text) => !text.endsWith('?'))
      .map((text) => text.slice(0, 2)),
  )
  expect([...orders].toSorted()).toEqual(['FO', 'KV', 'MA', 'MS', 'PW', 'WS'])
})
