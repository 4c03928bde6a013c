import { setTimeout as after } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import type { ClinicId } from '@talus/contract'
import { expect, test } from 'vitest'
import { createGroupCommit } from './group-commit.ts'

const clinicId = 1 as ClinicId

/** A database that answers without yielding, as SQLite does. */
function createRecorder() {
  const groups: string[][] = []
  const commit = createGroupCommit<{ readonly clinicId: ClinicId; readonly name: string }, string>(
    async (items) => {
      const names = items.map(({ name }) => name)
      groups.push(names)
      if (names.includes('bad')) throw new Error('cannot be written')
      return names.map((name) => `${name} is in`)
    },
  )
  return { groups, insert: (name: string) => commit({ clinicId, name }) }
}

test('items that arrive in the same event loop turn are committed together, also from different messages', async () => {
  const { groups, insert } = createRecorder()
  const answers: Promise<string>[] = []
  const { port1, port2 } = new MessageChannel()
  const received = new Promise<void>((resolve) => {
    port2.on('message', (name: string) => {
      answers.push(insert(name))
      if (answers.length === 3) resolve()
    })
  })
  for (const name of ['a', 'b', 'c']) port1.postMessage(name)
  await received
  expect(await Promise.all(answers)).toEqual(['a is in', 'b is in', 'c is in'])
  expect(groups).toEqual([['a', 'b', 'c']])
  port1.close()
})

test('an item that cannot be written fails alone', async () => {
  const { groups, insert } = createRecorder()
  const results = await Promise.allSettled([insert('a'), insert('bad'), insert('b')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(groups).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']])
})

test('items that arrive while a group is written are in the next group', async () => {
  const { groups, insert } = createRecorder()
  const first = insert('a')
  await after(5)
  const second = insert('b')
  expect(await first).toBe('a is in')
  expect(await second).toBe('b is in')
  expect(groups).toEqual([['a'], ['b']])
})
