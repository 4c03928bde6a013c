import { setTimeout as after } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { picturesAhead } from './pictures-ahead.ts'
import type { RecordedFile } from './stored-image.ts'

const log = pino({ level: 'silent' })
const file = (name: string): RecordedFile => ({ filePath: name, sha256: name, byteLength: 1 })

function recorder(take: () => Promise<void> = () => Promise.resolve()) {
  const made: string[] = []
  const picture = async ({ filePath }: RecordedFile, edge: number | undefined) => {
    await take()
    if (filePath === 'broken') throw new Error('no picture')
    made.push(`${filePath} ${edge}`)
    return new Uint8Array()
  }
  return { made, picture }
}

test('small pictures are made when nothing has come for a while, the newest image first', async () => {
  const { made, picture } = recorder()
  const ahead = picturesAhead({ picture, log, quietMs: 30 })
  ahead.add(file('first'))
  ahead.add(file('broken'))
  ahead.add(file('last'))
  expect(made).toEqual([])
  await expect.poll(() => made.length).toBe(6)
  expect(made).toEqual(
    ['last', 'first'].flatMap((name) => [512, 256, 128].map((edge) => `${name} ${edge}`)),
  )
})

test('one that comes while another is made waits, and comes in its turn', async () => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const { made, picture } = recorder(() => gate)
  const ahead = picturesAhead({ picture, log, quietMs: 5 })
  ahead.add(file('first'))
  await after(20)
  ahead.add(file('second'))
  // Its time is over before the first is done.
  await after(20)
  release()
  await expect.poll(() => made.length).toBe(6)
  ahead.add(file('third'))
  await expect.poll(() => made.length).toBe(9)
})

test('nothing is made after the end', async () => {
  const { made, picture } = recorder()
  const ahead = picturesAhead({ picture, log, quietMs: 5 })
  ahead.add(file('first'))
  ahead.stop()
  ahead.add(file('second'))
  await after(30)
  expect(made).toEqual([])
})
