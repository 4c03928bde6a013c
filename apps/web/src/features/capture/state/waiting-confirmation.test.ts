import { expect, it } from 'vitest'
import { createWaitingConfirmation } from './waiting-confirmation.ts'

/** A fake sensor whose events and responses are triggered by the test. */
function createSensor() {
  const requests: { answer: (waitsFor: string | undefined) => void; fail: () => void }[] = []
  const confirmation = createWaitingConfirmation(
    () =>
      new Promise((resolve, reject) => {
        requests.push({ answer: resolve, fail: () => reject(new Error('no answer')) })
      }),
  )
  const answer = async (at: number, waitsFor: string | undefined) => {
    requests[at]?.answer(waitsFor)
    await Promise.resolve().then(() => undefined)
    await Promise.resolve()
  }
  return { ...confirmation, requests, answer }
}

it('confirms that the sensor waits for a capture once its response says so', async () => {
  const { update, confirmed, answer } = createSensor()
  update('first')
  expect(confirmed.get()).toBeUndefined()
  await answer(0, 'first')
  expect(confirmed.get()).toBe('first')
})

it('does not confirm a capture from a late event after the sensor was disarmed', async () => {
  const { update, reset, confirmed, answer, requests } = createSensor()
  update('first')
  await answer(0, 'first')
  reset()
  expect(confirmed.get()).toBeUndefined()
  update('first')
  await answer(1, undefined)
  expect(confirmed.get()).toBeUndefined()
  update('second')
  await answer(2, 'second')
  expect(confirmed.get()).toBe('second')
  expect(requests).toHaveLength(3)
})

it('ignores a response to a request from before a reset', async () => {
  const { update, reset, confirmed, answer } = createSensor()
  update('first')
  reset()
  await answer(0, 'first')
  expect(confirmed.get()).toBeUndefined()
})

it('sends another request for an event that arrives during a request', async () => {
  const { update, confirmed, answer } = createSensor()
  update('first')
  update('second')
  await answer(0, undefined)
  await answer(1, 'second')
  expect(confirmed.get()).toBe('second')
})

it('withdraws the confirmation when the sensor stops waiting', async () => {
  const { update, confirmed, answer } = createSensor()
  update('first')
  await answer(0, 'first')
  update(undefined)
  expect(confirmed.get()).toBeUndefined()
})

it('repeats a failed request at the next sensor event', async () => {
  const { update, confirmed, answer, requests } = createSensor()
  update('first')
  requests[0]?.fail()
  await answer(0, undefined)
  await Promise.resolve()
  expect(confirmed.get()).toBeUndefined()
  update('first')
  await answer(1, 'first')
  expect(confirmed.get()).toBe('first')
})
