import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, pageTokenOf, test as base, tokenOf } from './fixtures.ts'
import { keep } from './keep.ts'
import { password } from './people.ts'
import { servers } from './servers.ts'
import type { Language, wordsIn } from './words.ts'

interface Answer<Body> {
  readonly status: number
  readonly body: Body
}
// oxlint-disable-next-line typescript/no-explicit-any -- a test knows what it looks at
export type Api = <Body = any>(
  method: string,
  path: string,
  body?: unknown,
) => Promise<Answer<Body>>

/** The API as somebody calls it. */
export async function apiOf(username: string, secret = password): Promise<Api> {
  const token = await tokenOf('local', username, secret)
  return async <Body>(method: string, path: string, body?: unknown): Promise<Answer<Body>> => {
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

/** What a sign-in answers: 200, or why not. */
export async function signInStatus(username: string, secret = password): Promise<number> {
  const reply = await fetch(`${servers.local.api}auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: secret }),
  })
  return reply.status
}

export interface OwnClinic {
  readonly id: number
  readonly name: string
  /** The username of its clinic admin; the password is everybody's. */
  readonly admin: string
}
export interface OwnUser {
  readonly id: number
  readonly username: string
  readonly permissionProfileId: number
}

export interface Office {
  /** In every name that a test makes up: unique, and how all of it is found and removed. */
  readonly mark: string
  readonly asSuper: Api
  readonly clinic: (details?: object) => Promise<OwnClinic>
  readonly user: (
    clinic: Pick<OwnClinic, 'id'>,
    name: string,
    flags?: object,
    details?: object,
  ) => Promise<OwnUser>
}

function succeeded<Body>({ status, body }: Answer<Body>) {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

async function openOffice(mark: string): Promise<Office> {
  const asSuper = await apiOf('super')
  const person = { firstName: 'Ada', lastName: `Keller ${mark}`, password }
  return {
    mark,
    asSuper,
    clinic: async (details) => {
      const name = `Clinic ${mark}`
      const admin = `admin.${mark}`
      const created = await asSuper<OwnClinic>('POST', 'clinic/PostWithUserPermission', {
        clinicData: { name, address: '1 Mill Road', clinicType: 'Veterinary', ...details },
        userData: { ...person, username: admin },
        permissionProfileData: { clinicAdmin: true },
      })
      return { id: succeeded(created).id, name, admin }
    },
    user: async (clinic, name, flags = {}, details = {}) => {
      const username = `${name}.${mark}`
      const userData = { ...person, username, clinicId: clinic.id, ...details }
      return succeeded(
        await asSuper<OwnUser>('POST', 'user/adduserpermission', {
          userData,
          permissionProfileData: flags,
        }),
      )
    },
  }
}

interface Listed {
  readonly id: number
  readonly name?: string
  readonly username?: string
  readonly isDeleted: boolean
}

/** Softly, as everything is deleted: the lists of other tests only show what is theirs to look for. */
async function closeOffice({ mark, asSuper }: Office) {
  const { body: clinics } = await asSuper<Listed[]>('GET', 'clinic')
  const { body: users } = await asSuper<Listed[]>('GET', 'user')
  const mine = clinics.filter(({ name, isDeleted }) => name?.includes(mark) && !isDeleted)
  for (const { id } of mine) await asSuper('DELETE', `clinic/deleteclinic/${id}`)
  // The last user of a clinic stays; nobody of a deleted clinic can sign in.
  for (const { id, username, isDeleted } of users)
    if (username?.includes(mark) && !isDeleted) await asSuper('DELETE', `user/deleteuser/${id}`)
}

export const test = base.extend<{ office: Office }>({
  office: async ({ page: _page }, use) => {
    const office = await openOffice(randomUUID().slice(0, 8))
    await use(office)
    await closeOffice(office)
  },
})

/** Signs somebody in who is none of the demo's people, for the next page that is opened. */
export async function enter(
  page: Page,
  username: string,
  language: Language = 'en',
  scheme: 'light' | 'dark' = 'light',
) {
  const token = await pageTokenOf('local', username)
  await keep(page.context(), servers.local.url, { token, lang: language, scheme })
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)

/** A field by its label, whatever kind it is; the star of a required one does not count. */
export const field = (place: Page | Locator, label: string) =>
  place
    .locator('input, select, textarea')
    .and(place.getByLabel(new RegExp(String.raw`^${escaped(label)}(?:\s*\*)?$`, 'u')))

export const button = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true })

/** A line of a table, by words that stand in it. */
export const row = (page: Page, text: string) =>
  page.getByRole('row').filter({ has: page.getByRole('gridcell').filter({ hasText: text }) })

/** That a line is marked as deleted. */
export const deletedMark = (page: Page, text: string, t: ReturnType<typeof wordsIn>) =>
  row(page, text).getByRole('gridcell', { name: t('settings:deleted.yes'), exact: true })

/** Searches for it first: what other tests have made stands in the same list. */
export async function find(page: Page, words: string) {
  await page.getByRole('searchbox').fill(words)
  const found = row(page, words)
  await expect(found).toHaveCount(1)
  return found
}

export const toast = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).first()

/** The words stand at the field and a screen reader says them there. */
export async function expectFault(one: Locator, words: string) {
  await expect(one).toHaveAttribute('aria-invalid', 'true')
  await expect(one).toHaveAccessibleDescription(new RegExp(escaped(words), 'u'))
}

/** Cannot be pressed, and says why. */
export async function expectShut(one: Locator, reason: string) {
  await expect(one).toBeDisabled()
  await expect(one).toHaveAccessibleDescription(reason)
}
