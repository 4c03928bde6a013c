import { expect, test as base, type Page } from '@playwright/test'
import { faultsIn } from './axe.ts'
import { keep } from './keep.ts'
import { password, type Username } from './people.ts'
import { servers, type Variant } from './servers.ts'
import { wordsIn, type Language } from './words.ts'

export interface Choices {
  variant: Variant
  /** Signed in before the test begins. */
  user: Username | undefined
  /** The stored choice of language; without one, the clinic's language shows. */
  language: Language | undefined
  scheme: 'light' | 'dark' | undefined
}

async function begin(variant: Variant, username: string, secret: string): Promise<string> {
  const reply = await fetch(`${servers[variant].api}auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: secret }),
  })
  const header = reply.headers.get('authorization')
  if (header === null) throw new Error(`${username} cannot sign in: ${await reply.text()}`)
  return header.replace(/^Bearer /u, '')
}

/** Of this worker. A sign-in is made to take long, and most tests want the same few people. */
const sessions = new Map<string, string>()

async function sessionOf(who: string, variant: Variant, username: string, secret: string) {
  const { api } = servers[variant]
  const name = [who, api, username, secret].join(' ')
  const known = sessions.get(name)
  if (known !== undefined) {
    const reply = await fetch(`${api}auth/session`, {
      headers: { authorization: `Bearer ${known}` },
    })
    await reply.body?.cancel()
    // A test may have ended it, by signing out or by another password.
    if (reply.ok) return known
  }
  const begun = await begin(variant, username, secret)
  sessions.set(name, begun)
  return begun
}

/** A session of somebody, begun without the page and never the page's own. */
export const tokenOf = (variant: Variant, username: string, secret = password): Promise<string> =>
  sessionOf('test', variant, username, secret)

/** One for a page, which may end it. */
export const pageTokenOf = (variant: Variant, username: string): Promise<string> =>
  sessionOf('page', variant, username, password)

interface Equipment {
  /** What the browser remembers of earlier visits when the test begins. */
  kept: Readonly<Record<string, string>>
  /** The words of a key in the language chosen for the test. */
  t: ReturnType<typeof wordsIn>
  /** Errors that the page threw or logged; a test that expects one empties the list. */
  pageErrors: string[]
  /** What the page asked of others than its server; a test that expects one empties the list. */
  elsewhere: string[]
}

export const test = base.extend<Choices & Equipment>({
  variant: ['local', { option: true }],
  user: [undefined, { option: true }],
  language: [undefined, { option: true }],
  scheme: [undefined, { option: true }],

  kept: async ({ variant, user, language, scheme }, use) => {
    await use({
      ...(user && { token: await pageTokenOf(variant, user) }),
      ...(language && { lang: language }),
      ...(scheme && { scheme }),
    })
  },

  context: async ({ context, variant, kept }, use) => {
    await keep(context, servers[variant].url, kept)
    await use(context)
  },

  t: async ({ language }, use) => {
    await use(wordsIn(language ?? 'en'))
  },

  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        // The browser itself logs every refused request; those are asserted where they matter.
        const isRefusal = message.text().startsWith('Failed to load resource')
        if (message.type() === 'error' && !isRefusal) errors.push(message.text())
      })
      await use(errors)
      expect(errors, 'errors in the page').toEqual([])
    },
    { auto: true },
  ],

  elsewhere: [
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

/** Signs in as a person does: by the form. */
export async function signIn(page: Page, username: string, secret = password, t = wordsIn('en')) {
  await page.getByRole('textbox', { name: t('auth:field.username') }).fill(username)
  await passwordField(page, t('auth:field.password')).fill(secret)
  await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click()
}

/** A password has no role, and the button that shows it carries its name as well. */
export const passwordField = (page: Page, label: string) =>
  page.locator('input').and(page.getByLabel(label, { exact: true }))

/** A modal window, by its title. */
export const dialog = (page: Page, name: string) =>
  page
    .getByRole('dialog', { name, exact: true })
    .or(page.getByRole('alertdialog', { name, exact: true }))

/** A page of the application, on its server and below the base path of the variant that is tested. */
export function at(name: string): RegExp {
  const { variant = 'local' } = test.info().project.use as Partial<Choices>
  const base = servers[variant].base.replaceAll('.', String.raw`\.`)
  return new RegExp(`^${base}${name}(?:[?#].*)?$`, 'u')
}

/** For axe: what has opened over a page that has been looked at. */
export const overPage = '[role=dialog], [role=alertdialog]'

/** WCAG 2.2 AA as far as a program can tell, on what is shown now or on a part of it. */
export async function expectAccessible(page: Page, within = 'html') {
  expect(page.frames(), 'frames, which axe would not look into').toHaveLength(1)
  expect(await faultsIn(page, within), 'accessibility').toBe('')
}

/** Nothing sticks out at the right: a page never scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page) {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(excess, 'pixels too wide').toBe(0)
}
