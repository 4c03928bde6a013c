import { expect, it } from 'vitest'
import { createWaitingProof } from './waiting-proof.ts'

/** A sensor whose stream and answers come when the test says so. */
function sensor() {
  const questions: { answer: (waitsFor: string | undefined) => void; fail: () => void }[] = []
  const proof = createWaitingProof(
    () =>
      new Promise((resolve, reject) => {
        questions.push({ answer: resolve, fail: () => reject(new Error('no answer')) })
      }),
  )
  const answer = async (at: number, waitsFor: string | undefined) => {
    questions[at]?.answer(waitsFor)
    await Promise.resolve().then(() => undefined)
    await Promise.resolve()
  }
  return { ...proof, questions, answer }
}

it('a sensor that says that it waits is believed when it answers so', async () => {
  const { hear, proven, answer } = sensor()
  hear('first')
  expect(proven.get()).toBeUndefined()
  await answer(0, 'first')
  expect(proven.get()).toBe('first')
})

it('a late word of a capture that was disarmed is not believed', async () => {
  const { hear, forget, proven, answer, questions } = sensor()
  hear('first')
  await answer(0, 'first')
  forget()
  expect(proven.get()).toBeUndefined()
  hear('first')
  await answer(1, undefined)
  expect(proven.get()).toBeUndefined()
  hear('second')
  await answer(2, 'second')
  expect(proven.get()).toBe('second')
  expect(questions).toHaveLength(3)
})

it('an answer from before this page has armed anew counts for nothing', async () => {
  const { hear, forget, proven, answer } = sensor()
  hear('first')
  forget()
  await answer(0, 'first')
  expect(proven.get()).toBeUndefined()
})

it('a word that comes while it is asked is asked about, too', async () => {
  const { hear, proven, answer } = sensor()
  hear('first')
  hear('second')
  await answer(0, undefined)
  await answer(1, 'second')
  expect(proven.get()).toBe('second')
})

it('what does not wait any more is not believed to', async () => {
  const { hear, proven, answer } = sensor()
  hear('first')
  await answer(0, 'first')
  hear(undefined)
  expect(proven.get()).toBeUndefined()
})

it('a question that fails is put again with the next word', async () => {
  const { hear, proven, answer, questions } = sensor()
  hear('first')
  questions[0]?.fail()
  await answer(0, undefined)
  await Promise.resolve()
  expect(proven.get()).toBeUndefined()
  hear('first')
  await answer(1, 'first')
  expect(proven.get()).toBe('first')
})
