import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batchLines } from './batch-lines.ts'
import { createLog } from './create-log.ts'

function startBatching() {
  const writes: string[][] = []
  const readMessage = (line: string) => (JSON.parse(line) as { readonly msg: string }).msg
  const output = {
    write: (text: string) => void writes.push(text.trimEnd().split('\n').map(readMessage)),
  }
  return { log: createLog('info', batchLines(output)), writes }
}

test('the lines of one turn are written together, in their order', async () => {
  const { log, writes } = startBatching()
  log.info('one')
  log.info('two')
  expect(writes).toEqual([])
  await nextTurn()
  expect(writes).toEqual([['one', 'two']])
  log.info('three')
  await nextTurn()
  expect(writes).toEqual([['one', 'two'], ['three']])
})

test('a warning is written at once, after the lines before it', () => {
  const { log, writes } = startBatching()
  log.info('before')
  log.warn('now')
  expect(writes).toEqual([['before', 'now']])
  log.error('again')
  expect(writes).toEqual([['before', 'now'], ['again']])
})

test('a process that exits writes its last lines', () => {
  const { log, writes } = startBatching()
  log.info('last')
  process.emit('exit', 0)
  expect(writes).toEqual([['last']])
})
