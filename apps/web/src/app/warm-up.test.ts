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

/** The module in a page as the server sends it, and what it asks of the server. */
async function pageOf(variant: Variant) {
  vi.resetModules()
  const textContent = JSON.stringify({ variant, basePath: '/', apiBase: '/api/' })
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent }),
    documentElement: { lang: 'en' },
  })
  const asked: string[] = []
  const inTheAir = { now: 0, most: 0 }
  let broken = ''
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.replace(/\?.*$/u, '').replace('/api/', '')
    asked.push(path)
    inTheAir.now += 1
    inTheAir.most = Math.max(inTheAir.most, inTheAir.now)
    await new Promise((resolve) => setTimeout(resolve, 1))
    inTheAir.now -= 1
    if (path === broken) throw new TypeError('Failed to fetch')
    return Response.json([])
  })
  const { warmUp } = await import('./warm-up.ts')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  /** What is asked for somebody, until nothing more comes. */
  const askedFor = async (one: Session) => {
    client.clear()
    asked.length = 0
    warmUp(client, one)
    for (let seen = -1; seen < asked.length || inTheAir.now > 0;) {
      seen = asked.length
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return asked.toSorted()
  }
  const breakOff = (path: string) => {
    broken = path
  }
  return { askedFor, breakOff, inTheAir }
}

afterAll(() => {
  // The next file must not find the page of this one.
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

test('what the next screens need is asked for: for each person what he may read, once, two at a time', async () => {
  const { askedFor, breakOff, inTheAir } = await pageOf('local')
  const admin = session(1, own, 'clinicAdmin')
  expect(await askedFor(admin)).toEqual(everything)
  expect(await askedFor(admin)).toEqual([])
  expect(await askedFor(session(2, own))).toEqual([...ofClinic, 'breed', 'study/page'].toSorted())
  expect(await askedFor(session(3, own, 'doctorCase'))).toEqual(
    [...ofClinic, 'breed', 'radcase/cases/stat', 'study/page'].toSorted(),
  )
  expect(await askedFor(session(4, own, 'operator'))).toEqual(
    [...ofClinic, 'breed', 'emailConfig', 'radcase/cases/stat', 'study/page'].toSorted(),
  )
  expect(await askedFor(session(5, own, 'dicomForms'))).toEqual(
    [...ofClinic, 'breed', 'dicomServer', 'emailConfig', 'study/page'].toSorted(),
  )
  expect(await askedFor(session(6, own, 'radiologistCase'))).toEqual(
    [...ofClinic, 'breed', 'radcase/cases/stat'].toSorted(),
  )
  // Root has no clinic of his own.
  expect(await askedFor(session(7, null, 'root'))).toEqual(['breed', 'radcase/cases/stat'])
  expect(inTheAir.most).toBe(2)

  breakOff('clinic/7')
  expect(await askedFor(session(8, own, 'superAdmin'))).toEqual(everything)
})

test('in the cloud there are no breeds to ask for', async () => {
  const { askedFor } = await pageOf('cloud')
  expect(await askedFor(session(1, own, 'clinicAdmin'))).toEqual(
    everything.filter((path) => path !== 'breed'),
  )
})
