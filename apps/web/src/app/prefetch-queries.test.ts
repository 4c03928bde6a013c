import { noFlags } from '@talus/contract'
import type { PermissionFlag, Session, Variant } from '@talus/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, test, vi } from 'vitest'

const session = (id: number, clinic: object | null, ...flags: readonly PermissionFlag[]) =>
  ({
    user: { id, username: 'somebody', clinicId: null },
    permissionProfile: { ...noFlags, ...Object.fromEntries(flags.map((flag) => [flag, true])) },
    clinic,
    assignedClinicIds: [],
  }) as unknown as Session
const own = { id: 7 }

/** Loads the module in a page as the server sends it, and records its requests. */
async function loadInPage(variant: Variant) {
  vi.resetModules()
  const textContent = JSON.stringify({ variant, basePath: '/', apiBase: '/api/' })
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent }),
    documentElement: { lang: 'en' },
  })
  const requested: string[] = []
  const inFlight = { now: 0, most: 0 }
  let failingPath = ''
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.replace(/\?.*$/u, '').replace('/api/', '')
    requested.push(path)
    inFlight.now += 1
    inFlight.most = Math.max(inFlight.most, inFlight.now)
    await new Promise((resolve) => setTimeout(resolve, 1))
    inFlight.now -= 1
    if (path === failingPath) throw new TypeError('Failed to fetch')
    return Response.json([])
  })
  const { prefetchQueries } = await import('./prefetch-queries.ts')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  /** The paths requested for a session, once no further request follows. */
  const getRequestsFor = async (one: Session) => {
    client.clear()
    requested.length = 0
    prefetchQueries(client, one)
    for (let seen = -1; seen < requested.length || inFlight.now > 0;) {
      seen = requested.length
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return requested.toSorted()
  }
  const failPath = (path: string) => {
    failingPath = path
  }
  return { getRequestsFor, failPath, inFlight }
}

afterAll(() => {
  // The next test file must not reuse the modules of this one.
  vi.resetModules()
})

const ofClinic = ['ClinicProfile/GetByClinic/7', 'clinic/7']
const everything = [
  ...ofClinic,
  'breed',
  'dicomServer',
  'emailConfig',
  'radcase/cases/stat',
  'study/page',
].toSorted()

test('the prefetch loads what the user may read, once per user, two requests at a time', async () => {
  const { getRequestsFor, failPath, inFlight } = await loadInPage('local')
  const admin = session(1, own, 'clinicAdmin')
  expect(await getRequestsFor(admin)).toEqual(everything)
  expect(await getRequestsFor(admin)).toEqual([])
  expect(await getRequestsFor(session(2, own))).toEqual(
    [...ofClinic, 'breed', 'study/page'].toSorted(),
  )
  expect(await getRequestsFor(session(3, own, 'doctorCase'))).toEqual(
    [...ofClinic, 'breed', 'radcase/cases/stat', 'study/page'].toSorted(),
  )
  expect(await getRequestsFor(session(4, own, 'operator'))).toEqual(
    [...ofClinic, 'breed', 'emailConfig', 'radcase/cases/stat', 'study/page'].toSorted(),
  )
  expect(await getRequestsFor(session(5, own, 'dicomForms'))).toEqual(
    [...ofClinic, 'breed', 'dicomServer', 'emailConfig', 'study/page'].toSorted(),
  )
  expect(await getRequestsFor(session(6, own, 'radiologistCase'))).toEqual(
    [...ofClinic, 'breed', 'radcase/cases/stat'].toSorted(),
  )
  // Root has no own clinic.
  expect(await getRequestsFor(session(7, null, 'root'))).toEqual(['breed', 'radcase/cases/stat'])
  expect(inFlight.most).toBe(2)

  failPath('clinic/7')
  expect(await getRequestsFor(session(8, own, 'superAdmin'))).toEqual(everything)
})

test('the prefetch loads no breeds in the cloud variant', async () => {
  const { getRequestsFor } = await loadInPage('cloud')
  expect(await getRequestsFor(session(1, own, 'clinicAdmin'))).toEqual(
    everything.filter((path) => path !== 'breed'),
  )
})
