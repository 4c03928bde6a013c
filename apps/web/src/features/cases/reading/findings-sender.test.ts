import type { CaseFindings } from '@talus/contract'
import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { createFindingsSender } from './findings-sender.ts'

const write = (findings: string): CaseFindings => ({
  findings,
  interpretation: '',
  internalMedicineRecommandations: '',
  signature: 'R. Dunmore',
})

/** Saves like the real server: the same texts on the version before are a repeated request. */
function createServer() {
  const server = { version: 0, findings: '', isDown: false, losesAnswers: false }
  const put = async (version: number, { findings }: CaseFindings): Promise<number> => {
    await Promise.resolve()
    if (server.isDown) throw new ApiError(0, 'no network')
    const isRepeated = server.version === version + 1 && server.findings === findings
    if (server.version !== version && !isRepeated)
      throw new ApiError(409, 'changed', { code: 'case/draft-changed' })
    if (!isRepeated) Object.assign(server, { version: version + 1, findings })
    if (server.losesAnswers) throw new ApiError(0, 'no network')
    return server.version
  }
  return { server, put }
}

test('newer texts are saved after a request whose answer was lost', async () => {
  const { server, put } = createServer()
  const sender = createFindingsSender(put)
  server.losesAnswers = true
  await expect(sender.send(0, write('a'))).rejects.toThrow('no network')
  server.losesAnswers = false
  expect(await sender.send(0, write('ab'))).toBe(2)
  expect([server.findings, sender.getUnanswered()]).toEqual(['ab', undefined])
  expect(await sender.send(2, write('abc'))).toBe(3)
})

test('a page that is loaded again continues after the request of the page before', async () => {
  const { server, put } = createServer()
  const first = createFindingsSender(put)
  server.losesAnswers = true
  await expect(first.send(0, write('a'))).rejects.toThrow('no network')
  server.losesAnswers = false
  const second = createFindingsSender(put, first.getUnanswered())
  expect(await second.send(0, write('ab'))).toBe(2)
  expect(server.findings).toBe('ab')
})

test('several answers are lost one after the other, also that of a repeated request', async () => {
  const { server, put } = createServer()
  const sender = createFindingsSender(put)
  server.losesAnswers = true
  for (const text of ['a', 'ab'])
    await expect(sender.send(0, write(text))).rejects.toThrow('no network')
  server.losesAnswers = false
  server.isDown = true
  await expect(sender.send(0, write('abc'))).rejects.toThrow('no network')
  server.isDown = false
  expect(await sender.send(0, write('abc'))).toBe(2)
  expect(server.findings).toBe('abc')
})

test('a request that never arrived is sent before the newer texts', async () => {
  const { server, put } = createServer()
  const sender = createFindingsSender(put)
  server.isDown = true
  await expect(sender.send(0, write('a'))).rejects.toThrow('no network')
  server.isDown = false
  expect(await sender.send(0, write('ab'))).toBe(2)
  expect(server.findings).toBe('ab')
})

test('texts of another computer are still a conflict, and are overwritten on demand', async () => {
  const { server, put } = createServer()
  const sender = createFindingsSender(put)
  server.isDown = true
  await expect(sender.send(0, write('a'))).rejects.toThrow('no network')
  Object.assign(server, { isDown: false, version: 4, findings: 'of the other computer' })
  await expect(sender.send(0, write('ab'))).rejects.toMatchObject({ code: 'case/draft-changed' })
  expect(server.findings).toBe('of the other computer')
  expect(await sender.send(4, write('ab'))).toBe(5)
})
