import { ClinicId } from '@talus/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { resetSessionState } from '../../session-state.ts'
import { applyRevision } from './apply-revision.ts'

const clinicId = ClinicId.parse(7)
const followed = [['studies']]
const server = { value: 'before', reads: 0 }
let client: QueryClient
beforeEach(() => {
  resetSessionState('signed-out')
  Object.assign(server, { value: 'before', reads: 0 })
  client = new QueryClient()
})

/** Shows a list as a page does: it is fetched at once and again when it becomes stale. */
function show(fetch: () => Promise<string>) {
  const queryFn = async () => {
    server.reads += 1
    return await fetch()
  }
  const options = { queryKey: ['studies', 7], queryFn, staleTime: Infinity }
  new QueryObserver(client, options).subscribe(() => {})
  return { read: () => client.getQueryData(['studies', 7]) }
}

test('a change before the first revision is shown', async () => {
  const page = show(async () => server.value)
  await expect.poll(page.read).toBe('before')
  server.value = 'after'
  await applyRevision(client, clinicId, followed, '5')
  expect(page.read()).toBe('after')
})

test('a first load that is still pending is not cancelled, and is repeated once', async () => {
  const answer = Promise.withResolvers<string>()
  let isFirst = true
  const page = show(() => {
    if (!isFirst) return Promise.resolve(server.value)
    isFirst = false
    return answer.promise
  })
  const applied = applyRevision(client, clinicId, followed, '5')
  server.value = 'after'
  expect(server.reads).toBe(1)
  answer.resolve('before')
  await applied
  expect([page.read(), server.reads]).toEqual(['after', 2])
})

test('a known revision fetches nothing, also for a page that is opened later', async () => {
  show(async () => server.value)
  await applyRevision(client, clinicId, followed, '5')
  const { reads } = server
  await applyRevision(client, clinicId, followed, '5')
  expect(server.reads).toBe(reads)
  await applyRevision(client, clinicId, followed, '6')
  expect(server.reads).toBe(reads + 1)
})

test('each list of followed records and each clinic has its own revision', async () => {
  const page = show(async () => server.value)
  await applyRevision(client, clinicId, [['tray']], '5')
  server.value = 'after'
  await applyRevision(client, clinicId, followed, '5')
  expect(page.read()).toBe('after')
})
