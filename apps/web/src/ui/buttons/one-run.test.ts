import { expect, test } from 'vitest'
import { doubleClickMs } from '../modals/pointer-guard.ts'
import { createOneRun, nextRowPauseMs } from './one-run.ts'

function setUp(pauseMs?: number) {
  let time = 1000
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const runOnce = createOneRun(() => time, pauseMs)
  return {
    press: () =>
      runOnce(() => new Promise<void>((resolve, reject) => answers.push({ resolve, reject }))),
    answers,
    wait: (ms: number) => {
      time += ms
    },
  }
}

test('a second press does nothing while the first is being answered', async () => {
  const { press, answers } = setUp()
  const first = press()
  await press()
  expect(answers).toHaveLength(1)
  answers[0]?.resolve()
  await first
})

test('the second press of a double click does nothing after a quick answer', async () => {
  const { press, answers, wait } = setUp()
  const first = press()
  answers[0]?.resolve()
  await first
  wait(doubleClickMs - 1)
  await press()
  expect(answers).toHaveLength(1)
  wait(1)
  void press()
  expect(answers).toHaveLength(2)
})

test('a failed run can be repeated at once', async () => {
  const { press, answers } = setUp()
  const first = press()
  answers[0]?.reject(new Error('offline'))
  await first
  void press()
  expect(answers).toHaveLength(2)
})

test('a row that moves to the place of an answered one takes no press for a second', async () => {
  const { press, answers, wait } = setUp(nextRowPauseMs)
  const first = press()
  answers[0]?.resolve()
  await first
  wait(nextRowPauseMs - 1)
  await press()
  expect(answers).toHaveLength(1)
  wait(1)
  void press()
  expect(answers).toHaveLength(2)
})
