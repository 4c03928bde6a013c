import { setTimeout as after } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import type { ClinicId } from '@talus/contract'
import { expect, test } from 'vitest'
import { groupCommit } from './group-commit.ts'

const clinicId = 1 as ClinicId

/** A database that answers without letting anybody in between, as SQLite does. */
function recorder() {
  const groups: string[][] = []
  const commit = groupCommit<{ readonly clinicId: ClinicId; readonly name: string }, string>(
    async (items) => {
      const names = items.map(({ name }) => name)
      groups.push(names)
      if (names.includes('bad')) throw new Error('cannot be written')
      return names.map((name) => `${name} is in`)
    },
  )
  return { groups, file: (name: string) => commit({ clinicId, name }) }
}

test('what comes in the same turn is committed together, also from other messages', async () => {
  const { groups, file } = recorder()
  const answers: Promise<string>[] = []
  const { port1, port2 } = new MessageChannel()
  const heard = new Promise<void>((resolve) => {
    port2.on('message', (name: string) => {
      answers.push(file(name))
      if (answers.length === 3) resolve()
    })
  })
  for (const name of ['a', 'b', 'c']) port1.postMessage(name)
  await heard
  expect(await Promise.all(answers)).toEqual(['a is in', 'b is in', 'c is in'])
  expect(groups).toEqual([['a', 'b', 'c']])
  port1.close()
})

test('one that cannot be written fails alone', async () => {
  const { groups, file } = recorder()
  const results = await Promise.allSettled([file('a'), file('bad'), file('b')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(groups).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']])
})

test('nobody waits for ever: what comes while others are written is next', async () => {
  const { groups, file } = recorder()
  const first = file('a')
  await after(5)
  const second = file('b')
  expect(await first).toBe('a is in')
  expect(await second).toBe('b is in')
  expect(groups).toEqual([['a'], ['b']])
})
