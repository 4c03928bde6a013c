import { expect, test as base, type Locator, type Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { presetLocalStorage } from './browser-storage.ts'
import { password, type Username } from './users.ts'
import { servers, type Variant } from './servers.ts'
import { createTranslator, type Language, type Translate } from './i18n-texts.ts'
import { navigateInApp } from './navigate.ts'

export interface TestOptions {
  variant: Variant
  /** The user who is signed in before the test starts. */
  user: Username | undefined
  /** The stored choice of language; without one, the clinic's language is used. */
  language: Language | undefined
  scheme: 'light' | 'dark' | undefined
}

async function signInByApi(variant: Variant, username: string, secret: string): Promise<string> {
  const reply = await fetch(`${servers[variant].api}auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: secret }),
  })
  const header = reply.headers.get('authorization')
  if (header === null) throw new Error(`${username} cannot sign in: ${await reply.text()}`)
  return header.replace(/^Bearer /u, '')
}

/**
 * Tokens of this worker. A sign-in is slow on purpose (password hash), and most tests use the same
 * few users.
 */
const sessions = new Map<string, string>()

async function getSession(
  owner: 'test' | 'page',
  variant: Variant,
  username: string,
  secret: string,
) {
  const { api } = servers[variant]
  const key = [owner, api, username, secret].join(' ')
  const known = sessions.get(key)
  if (known !== undefined) {
    const reply = await fetch(`${api}auth/session`, {
      headers: { authorization: `Bearer ${known}` },
    })
    await reply.body?.cancel()
    // A test may have ended the session, by signing out or by changing the password.
    if (reply.ok) return known
  }
  const token = await signInByApi(variant, username, secret)
  sessions.set(key, token)
  return token
}

/** The token of a session that is started through the API and never shared with a page. */
export const getToken = (variant: Variant, username: string, secret = password): Promise<string> =>
  getSession('test', variant, username, secret)

/** The token of a session for a page, which may end it. */
export const getPageToken = (variant: Variant, username: string): Promise<string> =>
  getSession('page', variant, username, password)

/** Signs out all pages of this worker: sessions of earlier tests still need the generator. */
export async function endPageSessions(): Promise<void> {
  for (const [key, token] of sessions)
    if (key.startsWith(`page ${servers.local.api} `))
      await fetch(`${servers.local.api}auth/logout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{}',
      }).then((reply) => reply.body?.cancel())
}

interface TestFixtures {
  /** The contents of localStorage when the test starts. */
  storedValues: Readonly<Record<string, string>>
  /** Returns the text of a key in the language of the test. */
  t: Translate
  /** Errors that the page threw or logged; a test that expects one clears the list. */
  pageErrors: string[]
  /**
   * Requests of the page to other servers than its own; a test that expects one clears the list.
   */
  foreignRequests: string[]
}

export const test = base.extend<TestOptions & TestFixtures>({
  variant: ['local', { option: true }],
  user: [undefined, { option: true }],
  language: [undefined, { option: true }],
  scheme: [undefined, { option: true }],

  storedValues: async ({ variant, user, language, scheme }, use) => {
    await use({
      ...(user && { token: await getPageToken(variant, user) }),
      ...(language && { lang: language }),
      ...(scheme && { scheme }),
    })
  },

  context: async ({ context, variant, storedValues }, use) => {
    await presetLocalStorage(context, servers[variant].url, storedValues)
    await use(context)
  },

  t: async ({ language }, use) => {
    await use(createTranslator(language ?? 'en'))
  },

  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        // The browser itself logs every failed request; tests assert on those where they matter.
        const isRefusal = message.text().startsWith('Failed to load resource')
        if (message.type() === 'error' && !isRefusal) errors.push(message.text())
      })
      await use(errors)
      expect(errors, 'errors in the page').toEqual([])
    },
    { auto: true },
  ],

  foreignRequests: [
    async ({ context, variant }, use) => {
      const addresses: string[] = []
      context.on('request', (request) => {
        const { protocol, origin, href } = new URL(request.url())
        const isOwn = origin === servers[variant].url || /^(?:blob|data):$/u.test(protocol)
        if (!isOwn) addresses.push(href)
      })
      await use(addresses)
      expect(addresses, 'requests to others than the server').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Signs in through the form, as a user does. */
export async function signIn(
  page: Page,
  username: string,
  secret = password,
  t = createTranslator('en'),
) {
  await page.getByRole('textbox', { name: t('auth:field.username') }).fill(username)
  await passwordField(page, t('auth:field.password')).fill(secret)
  await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click()
}

/** Signs the user of the page out and another one in, without loading the application again. */
export async function changeUser(page: Page, username: string, t: Translate) {
  await navigateInApp(page, 'logout')
  await expect(page).toHaveURL(pageUrl('login'))
  await signIn(page, username, password, t)
  await expect(page).not.toHaveURL(pageUrl('login'))
  await expect(page.getByRole('banner')).toContainText(username)
}

/** A password input has no role, and the button that reveals it has the same label. */
export const passwordField = (page: Page | Locator, label: string) =>
  page.locator('input').and(page.getByLabel(label, { exact: true }))

/** A modal dialog, by its title. */
export const dialog = (page: Page, name: string) =>
  page
    .getByRole('dialog', { name, exact: true })
    .or(page.getByRole('alertdialog', { name, exact: true }))

/**
 * The URL of a page of the application, on the server and below the base path of the tested
 * variant.
 */
export function pageUrl(name: string): RegExp {
  const { variant = 'local' } = test.info().project.use as Partial<TestOptions>
  const base = servers[variant].base.replaceAll('.', String.raw`\.`)
  return new RegExp(`^${base}${name}(?:[?#].*)?$`, 'u')
}

/** Restricts axe to the open dialogs, when the page below them has been checked already. */
export const dialogSelector = '[role=dialog], [role=alertdialog]'

/** Checks WCAG 2.2 AA, as far as axe can, on the current page or on a part of it. */
export async function expectAccessible(page: Page, within = 'html') {
  expect(page.frames(), 'frames, which axe would not check').toHaveLength(1)
  expect(await findViolations(page, within), 'accessibility').toBe('')
}

/** Checks that no content overflows to the right: a page never scrolls horizontally. */
export async function expectNoHorizontalScroll(page: Page) {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(excess, 'pixels too wide').toBe(0)
}
