import { MutationObserver } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

let client: QueryClient
beforeAll(async () => {
  vi.resetModules()
  const textContent = JSON.stringify({ variant: 'local', basePath: '/', apiBase: '/api/' })
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent }),
    documentElement: { lang: 'en' },
  })
  client = (await import('./query-client.ts')).queryClient
})
beforeEach(() => client.clear())
afterAll(() => {
  // The next test file must not reuse the modules of this one.
  vi.resetModules()
})

const patient = ['patients', 'one', 1]
const study = ['studies', 'one', 1]
const doctors = ['doctors', 7]
const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated

interface Options {
  readonly mutationFn: () => Promise<unknown>
  readonly isRefetchAwaited?: boolean
}
const mutate = ({ mutationFn, ...meta }: Options) =>
  new MutationObserver(client, {
    mutationFn,
    meta: { ...meta, makesStale: [['patients'], ['studies']], showsOwnError: true },
  }).mutate()

const cacheAll = () => {
  for (const queryKey of [patient, study, doctors]) client.setQueryData(queryKey, {})
}

test('a mutation marks the queries that it declares as stale, and no others', async () => {
  cacheAll()
  await mutate({ mutationFn: () => Promise.resolve() })
  expect([patient, study, doctors].map(isStale)).toEqual([true, true, false])
})

test('a failed mutation also marks the queries that it declares as stale', async () => {
  cacheAll()
  await expect(mutate({ mutationFn: () => Promise.reject(new Error('conflict')) })).rejects.toThrow(
    'conflict',
  )
  expect([patient, study, doctors].map(isStale)).toEqual([true, true, false])
})

/** A shown query whose second request answers when `answer` is called. */
async function showPatient() {
  const { QueryObserver } = await import('@tanstack/react-query')
  let answer = () => {}
  const fetched = new Promise<string>((resolve) => {
    answer = () => resolve('new name')
  })
  const observer = new QueryObserver(client, {
    queryKey: patient,
    queryFn: () => fetched,
    initialData: 'old name',
    staleTime: 60_000,
  })
  const hide = observer.subscribe(() => {})
  return { answer, hide, getName: () => observer.getCurrentResult().data }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

test('a mutation is pending until the shown records have been fetched again', async () => {
  const { answer, hide, getName } = await showPatient()
  let isDone = false
  const done = mutate({ mutationFn: () => Promise.resolve() }).then(() => (isDone = true))
  await settle()
  expect(isDone).toBe(false)
  answer()
  await done
  expect(getName()).toBe('new name')
  hide()
})

test('a mutation without an awaited refetch ends at once', async () => {
  const { answer, hide, getName } = await showPatient()
  await mutate({ mutationFn: () => Promise.resolve(), isRefetchAwaited: false })
  expect(getName()).toBe('old name')
  answer()
  await settle()
  expect(getName()).toBe('new name')
  hide()
})

test('a failed mutation shows its error before the records have been fetched again', async () => {
  const { answer, hide } = await showPatient()
  await expect(mutate({ mutationFn: () => Promise.reject(new Error('refused')) })).rejects.toThrow(
    'refused',
  )
  answer()
  hide()
})
