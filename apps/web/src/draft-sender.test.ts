import { expect, test } from 'vitest'
import { ApiError } from './api/api-error.ts'
import { createDraftSender } from './draft-sender.ts'

interface Draft {
  readonly text: string
}
const write = (text: string): Draft => ({ text })
const isSame = (one: Draft, other: Draft) => one.text === other.text

/** Saves like the real server: the same texts on the version before are a repeated request. */
function createServer() {
  const server = { version: 0, text: '', isDown: false, losesAnswers: false }
  const put = async (version: number, { text }: Draft): Promise<number> => {
    await Promise.resolve()
    if (server.isDown) throw new ApiError(0, 'no network')
    const isRepeated = server.version === version + 1 && server.text === text
    if (server.version !== version && !isRepeated)
      throw new ApiError(409, 'changed', { code: 'case/draft-changed' })
    if (!isRepeated) Object.assign(server, { version: version + 1, text })
    if (server.losesAnswers) throw new ApiError(0, 'no network')
    return server.version
  }
  return { server, put }
}

test('newer texts are saved after a request whose answer was lost', async () => {
  const { server, put } = createServer()
  const sender = createDraftSender({ put, isSame })
  server.losesAnswers = true
  await expect(sender.send(0, write('a'))).rejects.toThrow('no network')
  server.losesAnswers = false
  expect(await sender.send(0, write('ab'))).toBe(2)
  expect([server.text, sender.getUnanswered()]).toEqual(['ab', undefined])
  expect(await sender.send(2, write('abc'))).toBe(3)
})

test('a page that is loaded again continues after the request of the page before', async () => {
  const { server, put } = createServer()
  const first = createDraftSender({ put, isSame })
  server.losesAnswers = true
  await expect(first.send(0, write('a'))).rejects.toThrow('no network')
  server.losesAnswers = false
  const second = createDraftSender({ put, isSame, before: first.getUnanswered() })
  expect(await second.send(0, write('ab'))).toBe(2)
  expect(server.text).toBe('ab')
})

test('several answers are lost one after the other, also that of a repeated request', async () => {
  const { server, put } = createServer()
  const sender = createDraftSender({ put, isSame })
  server.losesAnswers = true
  for (const text of ['a', 'ab'])
    await expect(sender.send(0, write(text))).rejects.toThrow('no network')
  server.losesAnswers = false
  server.isDown = true
  await expect(sender.send(0, write('abc'))).rejects.toThrow('no network')
  server.isDown = false
  expect(await sender.send(0, write('abc'))).toBe(2)
  expect(server.text).toBe('abc')
})

test('a request that never arrived is sent before the newer texts', async () => {
  const { server, put } = createServer()
  const sender = createDraftSender({ put, isSame })
  server.isDown = true
  await expect(sender.send(0, write('a'))).rejects.toThrow('no network')
  server.isDown = false
  expect(await sender.send(0, write('ab'))).toBe(2)
  expect(server.text).toBe('ab')
})

test('texts of another computer are still a conflict, and are overwritten on demand', async () => {
  const { server, put } = createServer()
  const sender = createDraftSender({ put, isSame })
  server.isDown = true
  await expect(sender.send(0, write('a'))).rejects.toThrow('no network')
  Object.assign(server, { isDown: false, version: 4, text: 'of the other computer' })
  await expect(sender.send(0, write('ab'))).rejects.toMatchObject({ code: 'case/draft-changed' })
  expect(server.text).toBe('of the other computer')
  expect(await sender.send(4, write('ab'))).toBe(5)
})

test('a new draft begins at its own version after the one before was discarded', async () => {
  const { server, put } = createServer()
  const sender = createDraftSender({ put, isSame })
  expect(await sender.send(0, write('a'))).toBe(1)
  server.losesAnswers = true
  await expect(sender.send(1, write('ab'))).rejects.toThrow('no network')
  Object.assign(server, { losesAnswers: false, version: 0, text: '' })
  sender.forget()
  expect(await sender.send(0, write('new'))).toBe(1)
})
