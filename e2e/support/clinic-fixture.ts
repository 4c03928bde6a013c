import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { changeUser, expect, getPageToken, test as base, getToken } from './fixtures.ts'
import { isInApp } from './navigate.ts'
import { presetLocalStorage } from './browser-storage.ts'
import { password } from './users.ts'
import { servers } from './servers.ts'
import type { Language, Translate } from './i18n-texts.ts'

interface ApiResponse<Body> {
  readonly status: number
  readonly body: Body
}
// oxlint-disable-next-line typescript/no-explicit-any -- a test knows the type of the response
export type Api = <Body = any>(
  method: string,
  path: string,
  body?: unknown,
) => Promise<ApiResponse<Body>>

/** A function that calls the API as this user. */
export async function createApi(username: string, secret = password): Promise<Api> {
  const token = await getToken('local', username, secret)
  return async <Body>(method: string, path: string, body?: unknown): Promise<ApiResponse<Body>> => {
    const reply = await fetch(`${servers.local.api}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: (await reply.json().catch(() => undefined)) as Body }
  }
}

/** The HTTP status of a sign-in. */
export async function getSignInStatus(username: string, secret = password): Promise<number> {
  const reply = await fetch(`${servers.local.api}auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: secret }),
  })
  return reply.status
}

export interface TestClinic {
  readonly id: number
  readonly name: string
  /** The username of its clinic admin, whose password is the demo password. */
  readonly admin: string
}
export interface TestUser {
  readonly id: number
  readonly username: string
  readonly permissionProfileId: number
}

export interface ClinicFixture {
  /**
   * A unique string in every name that the test creates, by which its records are found and
   * removed.
   */
  readonly mark: string
  readonly asSuper: Api
  readonly createClinic: (details?: object) => Promise<TestClinic>
  readonly createUser: (
    clinic: Pick<TestClinic, 'id'>,
    name: string,
    flags?: object,
    details?: object,
  ) => Promise<TestUser>
}

/** The fixtures that the parts of a test use. */
export interface ClinicFlow {
  readonly page: Page
  readonly clinicFixture: ClinicFixture
  readonly t: Translate
}

function requireSuccess<Body>({ status, body }: ApiResponse<Body>) {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

async function openClinicFixture(mark: string): Promise<ClinicFixture> {
  const asSuper = await createApi('super')
  const person = { firstName: 'Ada', lastName: `Keller ${mark}`, password }
  let clinics = 0
  const users = new Map<string, number>()
  return {
    mark,
    asSuper,
    createClinic: async (details) => {
      clinics += 1
      // A part of a test searches for its own clinic, and must not find those of other parts.
      const number = clinics === 1 ? '' : String(clinics)
      const name = `Clinic${number} ${mark}`
      const admin = `admin${number}.${mark}`
      const created = await asSuper<TestClinic>('POST', 'clinic/PostWithUserPermission', {
        clinicData: { name, address: '1 Mill Road', clinicType: 'Veterinary', ...details },
        userData: { ...person, username: admin },
        permissionProfileData: { clinicAdmin: true },
      })
      const { id } = requireSuccess(created)
      // The clinic takes X-rays with the bridge of the server's computer.
      requireSuccess(await asSuper('POST', 'bridge', { clinicId: id, name: '', xRayRoom: '1' }))
      return { id, name, admin }
    },
    createUser: async (clinic, name, flags = {}, details = {}) => {
      const count = (users.get(name) ?? 0) + 1
      users.set(name, count)
      const username = `${name}${count === 1 ? '' : String(count)}.${mark}`
      const userData = { ...person, username, clinicId: clinic.id, ...details }
      return requireSuccess(
        await asSuper<TestUser>('POST', 'user/adduserpermission', {
          userData,
          permissionProfileData: flags,
        }),
      )
    },
  }
}

interface ListedRecord {
  readonly id: number
  readonly name?: string
  readonly username?: string
  readonly isDeleted: boolean
}

/**
 * Deletes the records of the test. It is a soft delete, so other tests find theirs by searching the
 * lists.
 */
async function removeTestRecords({ mark, asSuper }: ClinicFixture) {
  const { body: clinics } = await asSuper<ListedRecord[]>('GET', 'clinic')
  const { body: users } = await asSuper<ListedRecord[]>('GET', 'user')
  const mine = clinics.filter(({ name, isDeleted }) => name?.includes(mark) && !isDeleted)
  for (const { id } of mine) await asSuper('DELETE', `clinic/deleteclinic/${id}`)
  // The last user of a clinic cannot be deleted; users of a deleted clinic cannot sign in.
  for (const { id, username, isDeleted } of users)
    if (username?.includes(mark) && !isDeleted) await asSuper('DELETE', `user/deleteuser/${id}`)
}

export const test = base.extend<{ clinicFixture: ClinicFixture }>({
  clinicFixture: async ({ page: _page }, use) => {
    const fixture = await openClinicFixture(randomUUID().slice(0, 8))
    await use(fixture)
    await removeTestRecords(fixture)
  },
})

/** Signs in a user who is not one of the demo users; takes effect when the next page is loaded. */
export async function signInAs(
  page: Page,
  username: string,
  language: Language = 'en',
  scheme: 'light' | 'dark' = 'light',
) {
  const token = await getPageToken('local', username)
  await presetLocalStorage(page.context(), servers.local.url, { token, lang: language, scheme })
}

/** Signs in for the next part of a test, whose first part has loaded the application. */
export const enterAs = (page: Page, username: string, t: Translate, language: Language = 'en') =>
  isInApp(page) ? changeUser(page, username, t) : signInAs(page, username, language)

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)

/** A field of any kind, by its label without the star of a required field. */
export const field = (container: Page | Locator, label: string) =>
  container
    .locator('input, select, textarea')
    .and(container.getByLabel(new RegExp(String.raw`^${escapeRegExp(label)}(?:\s*\*)?$`, 'u')))

export const button = (container: Page | Locator, name: string) =>
  container.getByRole('button', { name, exact: true })

/** A row of a table, by a text in one of its cells. */
export const row = (page: Page, text: string) =>
  page.getByRole('row').filter({ has: page.getByRole('gridcell').filter({ hasText: text }) })

/** The cell that marks a row as deleted. */
export const deletedMark = (page: Page, text: string, t: Translate) =>
  row(page, text).getByRole('gridcell', { name: t('settings:deleted.yes'), exact: true })

/**
 * Searches the list before it takes the row, because the list also contains records of other tests.
 */
export async function findRow(page: Page, text: string) {
  await page.getByRole('searchbox').fill(text)
  const found = row(page, text)
  await expect(found).toHaveCount(1)
  return found
}

export const toast = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).first()

/** Checks that the field is invalid and has the message as its accessible description. */
export async function expectFieldError(invalidField: Locator, message: string) {
  await expect(invalidField).toHaveAttribute('aria-invalid', 'true')
  await expect(invalidField).toHaveAccessibleDescription(new RegExp(escapeRegExp(message), 'u'))
}

/** Checks that the control is disabled and describes the reason. */
export async function expectDisabled(control: Locator, reason: string) {
  await expect(control).toBeDisabled()
  await expect(control).toHaveAccessibleDescription(reason)
}
