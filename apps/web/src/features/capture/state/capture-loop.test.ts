import { describe, expect, it, vi } from 'vitest'
import { createCaptureLoop } from './capture-loop.ts'

/**
 * A loop with a fake sensor: one capture call at a time, which the test resolves, rejects or
 * cancels.
 */
function createFixture() {
  const calls: {
    target: string
    isContinued: boolean
    answer: (image: string) => void
    fail: (e: Error) => void
  }[] = []
  const captured: string[] = []
  const failures: string[] = []
  const now = {
    target: 'Chest' as string | undefined,
    isProcessing: false,
    acceptsCancel: true,
    cancels: 0,
    cancelledByOther: 0,
    rearmed: [] as boolean[],
  }
  const cancelled = new Error('cancelled')
  const loop = createCaptureLoop<string, string>({
    target: () => now.target,
    isSameTarget: (one, other) => one === other,
    capture: (target, signal, isContinued) =>
      new Promise((resolve, reject) => {
        calls.push({ target, isContinued, answer: resolve, fail: reject })
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      }),
    cancel: async (isRearmed) => {
      now.cancels += 1
      now.rearmed.push(isRearmed)
      if (now.acceptsCancel) calls.at(-1)?.fail(cancelled)
    },
    whenSettled: async () => {},
    isProcessing: () => now.isProcessing,
    isCancelled: (error) => error === cancelled,
    onCaptured: (image) => captured.push(image),
    onFailure: (error) => failures.push(String(error)),
    onCancelledByOther: () => {
      now.cancelledByOther += 1
    },
    graceMs: 5,
  })
  return { loop, calls, captured, failures, now, cancelled }
}

describe('capture loop', () => {
  it('captures images until it is stopped and reports no failure for the stop', async () => {
    const { loop, calls, captured, failures, now } = createFixture()
    loop.start()
    calls[0]?.answer('first')
    await vi.waitFor(() => expect(calls).toHaveLength(2))
    calls[1]?.answer('second')
    await vi.waitFor(() => expect(calls).toHaveLength(3))
    await loop.stop()
    expect(captured).toEqual(['first', 'second'])
    expect([failures, now.cancelledByOther]).toEqual([[], 0])
    expect(loop.store.get()).toBe('idle')
    expect(calls).toHaveLength(3)
  })

  it('tells a capture that it continues by itself from one that the user has caused', async () => {
    const { loop, calls, now } = createFixture()
    loop.start()
    calls[0]?.answer('first')
    await vi.waitFor(() => expect(calls).toHaveLength(2))
    now.target = 'Abdomen'
    loop.updateTarget()
    await vi.waitFor(() => expect(calls).toHaveLength(3))
    expect(calls.map(({ isContinued }) => isContinued)).toEqual([false, true, false])
    await loop.stop()
  })

  it('ends at the first failure and reports it once', async () => {
    const { loop, calls, failures } = createFixture()
    loop.start()
    calls[0]?.fail(new Error('no radiation'))
    await vi.waitFor(() => expect(loop.store.get()).toBe('idle'))
    expect(failures).toEqual(['Error: no radiation'])
    expect(calls).toHaveLength(1)
  })

  it('ends without a failure if another client has cancelled the capture', async () => {
    const { loop, calls, failures, now, cancelled } = createFixture()
    loop.start()
    calls[0]?.fail(cancelled)
    await vi.waitFor(() => expect(loop.store.get()).toBe('idle'))
    expect(failures).toEqual([])
    expect(now.cancelledByOther).toBe(1)
  })

  it('ignores a second start while it is running', async () => {
    const { loop, calls } = createFixture()
    loop.start()
    loop.start()
    expect(calls).toHaveLength(1)
    await loop.stop()
  })
})

describe('capture loop with a changed target', () => {
  it('disarms the sensor and arms it anew', async () => {
    const { loop, calls, failures, now } = createFixture()
    loop.start()
    now.target = 'Skull'
    loop.updateTarget()
    await vi.waitFor(() => expect(calls.map(({ target }) => target)).toEqual(['Chest', 'Skull']))
    expect(failures).toEqual([])
    expect(loop.store.get()).toBe('running')
    await loop.stop()
  })

  it('exposes an armed target only while the sensor is armed for it', async () => {
    const { loop, calls, now } = createFixture()
    now.acceptsCancel = false
    expect(loop.armed.get()).toBeUndefined()
    loop.start()
    expect(loop.armed.get()).toBe('Chest')
    now.target = 'Skull'
    loop.updateTarget()
    expect(loop.armed.get()).toBeUndefined()
    // The target changes again while the sensor is being disarmed: it is disarmed once and then
    // armed for the last target.
    now.target = 'Abdomen'
    loop.updateTarget()
    expect(now.cancels).toBe(1)
    await vi.waitFor(() => expect(calls.map(({ target }) => target)).toEqual(['Chest', 'Abdomen']))
    expect(loop.armed.get()).toBe('Abdomen')
    calls[1]?.answer('abdomen')
    await vi.waitFor(() => expect(calls).toHaveLength(3))
    const stopped = loop.stop()
    expect(loop.armed.get()).toBeUndefined()
    await stopped
    // The lease is kept for the second target and released at the end.
    expect(now.rearmed).toEqual([true, false])
  })

  it('waits for the image of an exposure in progress before it arms for the new target', async () => {
    const { loop, calls, captured, now } = createFixture()
    loop.start()
    now.isProcessing = true
    now.target = 'Skull'
    loop.updateTarget()
    calls[0]?.answer('chest')
    await vi.waitFor(() => expect(calls.map(({ target }) => target)).toEqual(['Chest', 'Skull']))
    expect(captured).toEqual(['chest'])
    now.isProcessing = false
    await loop.stop()
  })

  it('ends when the target becomes undefined', async () => {
    const { loop, now, failures } = createFixture()
    loop.start()
    now.target = undefined
    loop.updateTarget()
    await vi.waitFor(() => expect(loop.store.get()).toBe('idle'))
    expect(failures).toEqual([])
  })

  it('does not rearm the sensor if the target is the same', async () => {
    const { loop, calls } = createFixture()
    loop.start()
    loop.updateTarget()
    expect(calls).toHaveLength(1)
    await loop.stop()
  })
})

describe('stopping the capture loop', () => {
  it('aborts the call if the server does not answer the cancellation', async () => {
    const { loop, now, failures } = createFixture()
    now.acceptsCancel = false
    loop.start()
    await loop.stop()
    expect(loop.store.get()).toBe('idle')
    expect(failures).toEqual([])
  })

  it('never aborts an exposure in progress and still delivers its image', async () => {
    const { loop, calls, captured, now } = createFixture()
    now.acceptsCancel = false
    loop.start()
    now.isProcessing = true
    const stopped = loop.stop()
    await new Promise((resolve) => setTimeout(resolve, 20))
    calls[0]?.answer('late')
    await stopped
    expect(captured).toEqual(['late'])
  })

  it('aborts at once when the page is being closed', async () => {
    const { loop, failures } = createFixture()
    loop.start()
    loop.abort()
    await vi.waitFor(() => expect(loop.store.get()).toBe('idle'))
    expect(failures).toEqual([])
  })
})
