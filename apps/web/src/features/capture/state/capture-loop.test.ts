import { describe, expect, it, vi } from 'vitest'
import { createCaptureLoop } from './capture-loop.ts'

/** A sensor as the server shows it: one call at a time, which is answered, fails or is cancelled. */
function room() {
  const calls: { target: string; answer: (image: string) => void; fail: (e: Error) => void }[] = []
  const taken: string[] = []
  const failures: string[] = []
  const now = {
    target: 'Chest' as string | undefined,
    isProcessing: false,
    hearsCancel: true,
    cancels: 0,
  }
  const cancelled = new Error('cancelled')
  const loop = createCaptureLoop<string, string>({
    target: () => now.target,
    isSame: (one, other) => one === other,
    capture: (target, signal) =>
      new Promise((resolve, reject) => {
        calls.push({ target, answer: resolve, fail: reject })
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      }),
    cancel: async () => {
      now.cancels += 1
      if (now.hearsCancel) calls.at(-1)?.fail(cancelled)
    },
    whenSettled: async () => {},
    isProcessing: () => now.isProcessing,
    isCancelled: (error) => error === cancelled,
    onTaken: (image) => taken.push(image),
    onFailure: (error) => failures.push(String(error)),
    graceMs: 5,
  })
  return { loop, calls, taken, failures, now, cancelled }
}

describe('the loop', () => {
  it('takes image after image until it is stopped, and says nothing of the stop', async () => {
    const { loop, calls, taken, failures } = room()
    loop.start()
    calls[0]?.answer('first')
    await vi.waitFor(() => expect(calls).toHaveLength(2))
    calls[1]?.answer('second')
    await vi.waitFor(() => expect(calls).toHaveLength(3))
    await loop.stop()
    expect(taken).toEqual(['first', 'second'])
    expect(failures).toEqual([])
    expect(loop.store.get()).toBe('idle')
    expect(calls).toHaveLength(3)
  })

  it('ends with the first failure, which is told once', async () => {
    const { loop, calls, failures } = room()
    loop.start()
    calls[0]?.fail(new Error('no radiation'))
    await vi.waitFor(() => expect(loop.store.get()).toBe('idle'))
    expect(failures).toEqual(['Error: no radiation'])
    expect(calls).toHaveLength(1)
  })

  it('ends silently when somebody else has cancelled', async () => {
    const { loop, calls, failures, cancelled } = room()
    loop.start()
    calls[0]?.fail(cancelled)
    await vi.waitFor(() => expect(loop.store.get()).toBe('idle'))
    expect(failures).toEqual([])
  })

  it('starts once, however often it is asked to', async () => {
    const { loop, calls } = room()
    loop.start()
    loop.start()
    expect(calls).toHaveLength(1)
    await loop.stop()
  })
})

describe('another target', () => {
  it('disarms the sensor and arms it anew', async () => {
    const { loop, calls, failures, now } = room()
    loop.start()
    now.target = 'Skull'
    loop.follow()
    await vi.waitFor(() => expect(calls.map(({ target }) => target)).toEqual(['Chest', 'Skull']))
    expect(failures).toEqual([])
    expect(loop.store.get()).toBe('running')
    await loop.stop()
  })

  it('is what an exposure would show only when the sensor is armed for it', async () => {
    const { loop, calls, now } = room()
    now.hearsCancel = false
    expect(loop.armed.get()).toBeUndefined()
    loop.start()
    expect(loop.armed.get()).toBe('Chest')
    now.target = 'Skull'
    loop.follow()
    expect(loop.armed.get()).toBeUndefined()
    // Chosen while the sensor is disarmed: it is disarmed once, and armed for the last one.
    now.target = 'Abdomen'
    loop.follow()
    expect(now.cancels).toBe(1)
    await vi.waitFor(() => expect(calls.map(({ target }) => target)).toEqual(['Chest', 'Abdomen']))
    expect(loop.armed.get()).toBe('Abdomen')
    calls[1]?.answer('abdomen')
    await vi.waitFor(() => expect(calls).toHaveLength(3))
    const stopped = loop.stop()
    expect(loop.armed.get()).toBeUndefined()
    await stopped
  })

  it('waits for an exposure that has been made, and keeps its image', async () => {
    const { loop, calls, taken, now } = room()
    loop.start()
    now.isProcessing = true
    now.target = 'Skull'
    loop.follow()
    calls[0]?.answer('chest')
    await vi.waitFor(() => expect(calls.map(({ target }) => target)).toEqual(['Chest', 'Skull']))
    expect(taken).toEqual(['chest'])
    now.isProcessing = false
    await loop.stop()
  })

  it('that is none at all ends the loop', async () => {
    const { loop, now, failures } = room()
    loop.start()
    now.target = undefined
    loop.follow()
    await vi.waitFor(() => expect(loop.store.get()).toBe('idle'))
    expect(failures).toEqual([])
  })

  it('is nothing new when it is the same', async () => {
    const { loop, calls } = room()
    loop.start()
    loop.follow()
    expect(calls).toHaveLength(1)
    await loop.stop()
  })
})

describe('a stop', () => {
  it('that the server does not hear closes the connection', async () => {
    const { loop, now, failures } = room()
    now.hearsCancel = false
    loop.start()
    await loop.stop()
    expect(loop.store.get()).toBe('idle')
    expect(failures).toEqual([])
  })

  it('never cuts off an exposure: its image still comes', async () => {
    const { loop, calls, taken, now } = room()
    now.hearsCancel = false
    loop.start()
    now.isProcessing = true
    const stopped = loop.stop()
    await new Promise((resolve) => setTimeout(resolve, 20))
    calls[0]?.answer('late')
    await stopped
    expect(taken).toEqual(['late'])
  })

  it('of a page that goes waits for nothing', async () => {
    const { loop, failures } = room()
    loop.start()
    loop.leave()
    await vi.waitFor(() => expect(loop.store.get()).toBe('idle'))
    expect(failures).toEqual([])
  })
})
