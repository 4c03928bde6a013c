import type { Browser, Page } from '@playwright/test'
import { startServer } from '../../tools/testing/test-server.ts'
import { button } from '../support/clinic-fixture.ts'
import {
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  pageUrl,
  test as base,
} from '../support/fixtures.ts'
import { createTranslator } from '../support/i18n-texts.ts'
import { servers, setLocalServer } from '../support/servers.ts'

type Server = Awaited<ReturnType<typeof startServer>>

interface WorkerFixtures {
  /** A server without any data that other computers can reach, without a bridge. */
  emptySystem: Server
}

const test = base.extend<object, WorkerFixtures>({
  emptySystem: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright parses this parameter
    async ({}, use) => {
      const before = servers.local
      const server = await startServer({ TALUS_DEMO: '0', HOST: '0.0.0.0' })
      setLocalServer(server.url, server.data)
      await use(server)
      await server.stop()
      setLocalServer(before.url, before.data)
    },
    { scope: 'worker', auto: true, timeout: 90_000 },
  ],
  baseURL: async ({ emptySystem: _server }, use) => {
    await use(servers.local.base)
  },
})

const en = createTranslator('en')
const fr = createTranslator('fr')
const password = 'Fresh-word-7'
const phone = { width: 390, height: 844 }
const desktop = { width: 1366, height: 768 }

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const enter = (page: Page, name: string, text: string) => page.locator(`[name=${name}]`).fill(text)
const value = (page: Page, name: string) => page.locator(`[name=${name}]`)

/** The page has no violation and fits, on a desktop and on a phone. */
async function expectGood(page: Page) {
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await page.setViewportSize(desktop)
}

/** Someone at another computer sees no form before they have entered the code. */
async function expectCodeNeeded(browser: Browser, { log }: Server) {
  const link = () => /http:\/\/(?!127)\S+setup#(\S+)/u.exec(log())
  await expect.poll(link).not.toBeNull()
  const [address = '', code = ''] = link() ?? []
  const context = await browser.newContext({ locale: 'en-CA' })
  try {
    const page = await context.newPage()
    await page.goto(address.replace(/setup#.*/u, ''))
    await expect(heading(page)).toHaveText(en('setUp:check.title'))
    await expectAccessible(page)
    await enter(page, 'code', 'WRONG-CODE')
    await button(page, en('setUp:check.submit')).click()
    await expect(page.getByText(en('errors:set-up/wrong-code'))).toBeVisible()
    await expect(value(page, 'code')).toHaveValue('WRONG-CODE')
    await enter(page, 'code', code.toLowerCase().replaceAll('-', ' '))
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(en('setUp:heading.language'))
    // The link needs no typing, its code leaves the address at once, and a reload keeps it.
    const linked = await context.newPage()
    await linked.goto(address)
    await expect(heading(linked)).toHaveText(en('setUp:heading.language'))
    expect(linked.url()).not.toContain('#')
    await linked.reload()
    await expect(heading(linked)).toHaveText(en('setUp:heading.language'))
  } finally {
    await context.close()
  }
}

/** The steps before the sign-in, in French, as a browser in French opens them. */
async function createClinicAndAdministrator(page: Page) {
  await page.goto('')
  await expect(page).toHaveURL(pageUrl('setup'))
  await expect(heading(page)).toHaveText(en('setUp:heading.language'))
  await expectGood(page)
  await page.getByRole('radio', { name: 'Français' }).press('Space')
  await expect(heading(page)).toHaveText(fr('setUp:heading.language'))
  await page.getByRole('radio', { name: 'Français' }).press('Enter')

  await expect(heading(page)).toHaveText(fr('setUp:heading.clinic'))
  await enter(page, 'name', 'Clinique du Grand-Érable')
  // The button says what is missing, and leads there.
  await button(page, fr('setUp:action.continue')).press('Enter')
  await expect(value(page, 'address')).toBeFocused()
  await enter(page, 'address', '48, rue du Grand-Érable\nVal-aux-Frênes')
  await enter(page, 'phone', '514 555-0143')
  await expectGood(page)
  await page.reload()
  await expect(value(page, 'name')).toHaveValue('Clinique du Grand-Érable')
  await expect(value(page, 'address')).toHaveValue('48, rue du Grand-Érable\nVal-aux-Frênes')
  await button(page, fr('setUp:action.continue')).click()

  await expect(heading(page)).toHaveText(fr('setUp:heading.administrator'))
  await enter(page, 'firstName', 'Marie')
  await enter(page, 'lastName', 'Côté')
  await expect(value(page, 'username')).toHaveValue('marie.cote')
  await enter(page, 'password', password)
  await enter(page, 'confirmPassword', 'Fresh-word-8')
  await button(page, fr('setUp:action.finish')).click()
  await expect(page.getByText(fr('errors:password/mismatch'))).toBeVisible()
  await expectGood(page)
  await page.reload()
  await expect(value(page, 'username')).toHaveValue('marie.cote')
  await expect(value(page, 'password')).toHaveValue('')
  const stored = await page.evaluate(() =>
    JSON.stringify([sessionStorage, localStorage].map((storage) => Object.entries(storage))),
  )
  expect(stored).not.toContain('Fresh-word')
  await page.goBack()
  await expect(heading(page)).toHaveText(fr('setUp:heading.clinic'))
  await page.goForward()
  await enter(page, 'password', password)
  await enter(page, 'confirmPassword', password)

  // A failure keeps what was typed, and a double click creates one clinic.
  await page.route('**/api/set-up', (route) => route.abort())
  await button(page, fr('setUp:action.finish')).click()
  await expect(page.getByText(fr('errors:network'))).toBeVisible()
  await expect(value(page, 'password')).toHaveValue(password)
  await page.unroute('**/api/set-up')
  await button(page, fr('setUp:action.finish')).dblclick()
  await expect(page).toHaveURL(pageUrl('setup/address'))
}

/** The steps after the sign-in: an address, skipped sensors, a mailbox, a DICOM server. */
async function takeOtherSteps(page: Page) {
  await expect(heading(page)).toHaveText(fr('setUp:heading.address'))
  await expect(page.getByText(fr('setUp:address.answers')).first()).toBeVisible()
  await expect(page.getByRole('img', { name: /QR/u })).toBeVisible()
  await expectGood(page)
  await page
    .getByRole('button', { name: /^http:/u })
    .first()
    .click()
  await button(page, fr('common:action.save')).click()
  await button(page, fr('setUp:action.continue')).click()

  await expect(page).toHaveURL(pageUrl('setup/devices'))
  await expect(heading(page)).toBeFocused()
  await expect(page.getByRole('heading', { name: fr('stations:emptyTitle') })).toBeVisible()
  await button(page, fr('setUp:action.skip')).click()

  await expect(page).toHaveURL(pageUrl('setup/email'))
  await enter(page, 'email', 'clinique@example.com')
  await enter(page, 'password', 'mailbox-password')
  await enter(page, 'hostName', 'mail.example.com')
  await button(page, fr('common:action.save')).click()
  await expectGood(page)
  await button(page, fr('setUp:action.continue')).click()

  await expect(page).toHaveURL(pageUrl('setup/dicom-servers'))
  await button(page, fr('settings:dicomServer.create')).click()
  const form = dialog(page, fr('settings:dicomServer.create'))
  const values = { serverName: 'PACS', aeTitle: 'PACS', host: '192.0.2.7', description: 'TALUS' }
  for (const [name, text] of Object.entries(values)) await form.locator(`[name=${name}]`).fill(text)
  await button(form, fr('common:action.create')).click()
  await expect(form).toHaveCount(0)
  await button(page, fr('setUp:action.continue')).click()

  await expect(page).toHaveURL(pageUrl('setup/backup'))
  await expectGood(page)
  await button(page, fr('setUp:action.skip')).click()
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('an empty system is set up once, in French and English, and every step is found again', async ({
  page,
  browser,
  emptySystem,
}) => {
  test.setTimeout(240_000)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await test.step('another computer needs the code', () => expectCodeNeeded(browser, emptySystem))
  await test.step('clinic and administrator', () => createClinicAndAdministrator(page))
  await test.step('the other steps', () => takeOtherSteps(page))

  await test.step('the end, in English', async () => {
    await expect(heading(page)).toHaveText(fr('setUp:ready.title'))
    await page.getByText('English', { exact: true }).click()
    await expect(heading(page)).toHaveText(en('setUp:ready.title'))
    const main = page.getByRole('main')
    for (const step of ['language', 'clinic', 'administrator', 'address', 'email', 'dicom-servers'])
      await expect(
        main.getByRole('listitem').filter({ hasText: en(`setUp:name.${step}`) }),
      ).toContainText(en('setUp:state.done'))
    for (const step of ['devices', 'backup'])
      await expect(
        main.getByRole('listitem').filter({ hasText: en(`setUp:name.${step}`) }),
      ).toContainText(en('setUp:state.skipped'))
    await expectGood(page)
    await page.getByRole('link', { name: en('setUp:action.begin') }).click()
    await expect(page).toHaveURL(pageUrl('registration'))
    // No sensor is registered, so there is no generator to switch on.
    expect(calls.filter((url) => url.includes('/generator/'))).toEqual([])
    expect(calls.some((url) => url.endsWith('/api/set-up'))).toBe(true)
  })

  await test.step('the settings show the steps again, and a skipped one can be taken', async () => {
    await page.goto('settings/set-up')
    await expect(page.getByText(en('setUp:overview.guide'))).toBeVisible()
    await expectGood(page)
    await row(page, en('setUp:name.devices'))
      .getByRole('link', { name: en('setUp:action.start') })
      .click()
    await expect(page).toHaveURL(pageUrl('setup/devices'))
    await expect(heading(page)).toHaveText(en('setUp:heading.devices'))
  })

  await test.step('an open step is recalled on the first page until the reminder is hidden', async () => {
    // Without its record, a step is open again.
    await page.goto('settings/dicom-servers')
    await page.getByRole('row', { name: /PACS/u }).click()
    await button(page, en('common:action.delete')).click()
    await button(
      dialog(page, en('settings:dicomServer.deleteTitle')),
      en('common:action.delete'),
    ).click()
    await expect(page.getByRole('row', { name: /PACS/u })).toHaveCount(0)
    await page.goto('registration')
    const reminder = page.getByRole('complementary', { name: en('shell:title.setup') })
    await expect(reminder.getByRole('link')).toHaveAttribute('href', /setup\/dicom-servers$/u)
    await expectAccessible(page)
    await button(reminder, en('shell:setUp.hide')).click()
    await expect(reminder).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(reminder).toHaveCount(0)
  })

  await test.step('the set-up cannot be opened a second time', async () => {
    const context = await browser.newContext({ locale: 'fr-CA' })
    try {
      const stranger = await context.newPage()
      await stranger.goto(servers.local.base)
      await expect(button(stranger, fr('auth:login.submit'))).toBeVisible()
      await stranger.goto(`${servers.local.base}setup`)
      await expect(heading(stranger)).toHaveText(fr('setUp:done.title'))
      await stranger.getByRole('link', { name: fr('setUp:done.signIn') }).click()
      await expect(stranger).toHaveURL(pageUrl('login'))
    } finally {
      await context.close()
    }
  })
})
