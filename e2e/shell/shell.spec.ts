import type { Page } from '@playwright/test'
import { pageUrl, dialog, expect, signIn, test } from '../support/fixtures.ts'
import { createBarrier } from '../support/barrier.ts'
import { servers } from '../support/servers.ts'
import { createTranslator, type Language, type Translate } from '../support/i18n-texts.ts'
import { openPage } from '../support/navigate.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

const own = 'Harrow Creek Animal Hospital'

interface FrameFlow {
  readonly page: Page
  readonly pageErrors: string[]
  readonly t: Translate
}

async function expectFrame({ page, pageErrors, t }: FrameFlow) {
  await page.goto('settings')
  const header = page.getByRole('banner')
  await expect(header.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await expect(header).toContainText(own)
  await expect(header).toContainText('doctor.en')

  const footer = page.getByRole('contentinfo')
  await expect(footer.getByText('SMART Imaging Technology', { exact: true })).toBeVisible()
  await expect(footer.getByText('V 1.0.0', { exact: true })).toBeVisible()
  await expect(footer.getByText('All rights reserved', { exact: true })).toBeVisible()
  await expect(footer.getByRole('link', { name: 'support@talus.example' })).toHaveAttribute(
    'href',
    'mailto:support@talus.example',
  )
  await expect(footer.getByRole('link', { name: '+1 514 555 0100' })).toHaveAttribute(
    'href',
    'tel:+15145550100',
  )

  await test.step('under reduced motion no element has a transition', async () => {
    const moving = await page
      .locator('*')
      .evaluateAll((all) =>
        all.filter((one) => Number.parseFloat(getComputedStyle(one).transitionDuration) > 0),
      )
    expect(moving).toHaveLength(0)
  })

  const errors = dialog(page, 'Error')
  const fail = (text: string) =>
    page.evaluate((message) => {
      setTimeout(() => {
        throw new Error(message)
      })
    }, text)
  await test.step('an uncaught error shows the dialog Error and is reported to the server', async () => {
    expect(pageErrors).toEqual([])
    const reported = page.waitForRequest('**/api/client-error')
    await fail('The film is torn')
    await expect(errors).toBeVisible()
    expect((await reported).postData()).toContain('The film is torn')
    await page.keyboard.press('Escape')
    await expect(errors).toHaveCount(0)
  })

  await test.step('up to three dialogs are stacked, and Escape closes only the top one', async () => {
    const sheet = dialog(page, t('common:keys.title'))
    await page.keyboard.press('?')
    await expect(sheet).toBeVisible()
    await fail('The lamp is broken')
    await expect(errors).toHaveCount(1)
    await fail('The cable is loose')
    await expect(errors).toHaveCount(2)
    const top = errors.filter({ hasText: 'The cable is loose' })
    await expect(top.getByRole('alert')).toHaveCount(0)
    await fail('The floor is wet')
    await expect(top.getByRole('alert')).toHaveText('The floor is wet')
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(errors).toHaveCount(2)

    await page.keyboard.press('Escape')
    await expect(top).toHaveCount(0)
    await expect(errors).toHaveText(/The lamp is broken/u)
    await page.keyboard.press('Escape')
    await expect(errors).toHaveCount(0)
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
  })
  pageErrors.length = 0
}

async function loseServer({ page, t }: FrameFlow) {
  await openPage(page, 'studylist')
  const notice = page.getByRole('status').filter({ hasText: t('shell:serverLost') })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toHaveCount(0)

  const isAlive = '**/api/account/alive'
  await page.route(isAlive, (route) =>
    route.fulfill({ status: 503, json: { code: 'server/unavailable', message: 'Unavailable' } }),
  )
  // The page asks at once when it is shown again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(notice).toBeVisible({ timeout: 15_000 })

  const refreshed = page.waitForResponse('**/api/study/page**')
  await page.unroute(isAlive)
  await expect(notice).toHaveCount(0, { timeout: 10_000 })
  await refreshed
}

/** Both pages open by themselves: the user may be standing at the X-ray table. */
async function openDuringOutage({ page, t }: FrameFlow) {
  const unreachable = page.getByRole('alert').filter({ hasText: t('shell:failure.unreachable') })
  const heading = page.getByRole('heading', { level: 1 })
  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  await expect(unreachable).toBeVisible()
  await page.unroute('**/api/**')
  await expect(heading).toBeVisible({ timeout: 10_000 })

  // The code of a page that was not opened before.
  await page.route('**/*', (route) => route.abort())
  await page.getByRole('link', { name: t('shell:nav.settings') }).click()
  await expect(unreachable).toBeVisible()
  await page.getByRole('button', { name: t('shell:failure.tryNow') }).click()
  await expect(unreachable).toBeVisible()
  await page.unroute('**/*')
  await expect(heading).toBeVisible({ timeout: 10_000 })
  await expect(page).toHaveURL(pageUrl('settings'))
}

async function logOutTwice({ page, t }: FrameFlow) {
  await openPage(page, 'studylist')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const logOut = page.getByRole('button', { name: 'Log Out', exact: true }).first()
  await logOut.click()
  const question = dialog(page, 'Log Out')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(pageUrl('studylist'))

  await waitForDeliberatePress(page)
  await logOut.click()
  const request = page.waitForRequest('**/api/auth/logout')
  await question.getByRole('button', { name: t('shell:logOut.confirm'), exact: true }).click()
  expect((await request).postDataJSON()).toEqual({ previousRoute: 'studylist' })
  await expect(page).toHaveURL(pageUrl('login'))
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  const reply = await fetch(`${servers.local.api}auth/session`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(reply.status).toBe(401)
  await page.goBack()
  await expect(page).toHaveURL(pageUrl('login'))

  await test.step('/logout, although the generator does not respond', async () => {
    await signIn(page, 'doctor.en', undefined, t)
    await expect(logOut).toBeVisible()
    await page.route('**/api/generator/power', () => {})
    const loggedOut = page.waitForResponse('**/api/auth/logout')
    await page.goto('logout')
    expect((await loggedOut).status()).toBe(204)
    await expect(page).toHaveURL(pageUrl('login'))
  })
}

test.describe('the frame of a page', () => {
  test.use({ user: 'doctor.en', language: 'en' })

  test('the frame around every page', async ({ page, pageErrors, t }) => {
    const flow = { page, pageErrors, t }
    await test.step('the page frame names page, clinic and user, and has the specified footer; an uncaught error opens a dialog and is reported', () =>
      expectFrame(flow))
    await test.step('a page says that it may be old while the server or its database cannot be reached', () =>
      loseServer(flow))
    await test.step('a page that was opened while the server could not be reached opens when it answers', () =>
      openDuringOutage(flow))
    await test.step('logging out asks first, and ends the session on the server with the previous route; /logout does so at once', () =>
      logOutTwice(flow))
  })

  test('on a phone the menu contains the footer texts @phone-only', async ({ page, t }) => {
    await page.goto('settings')
    await page.getByRole('button', { name: t('shell:nav.menu') }).click()
    const menu = page.getByRole('dialog')
    await expect(menu.getByText('SMART Imaging Technology', { exact: true })).toBeVisible()
    await expect(menu.getByText('V 1.0.0', { exact: true })).toBeVisible()
    await expect(menu.getByRole('button', { name: t('shell:nav.logout') })).toBeVisible()
  })
})

test('the default language is English; the chosen language is remembered, used by the server, and overrides that of the clinic', async ({
  page,
}) => {
  const [en, fr] = [createTranslator('en'), createTranslator('fr')]
  const html = page.locator('html')
  const submit = (t: typeof en) =>
    page.getByRole('button', { name: t('auth:login.submit'), exact: true })
  await page.goto('login')
  await expect(html).toHaveAttribute('lang', 'en')
  await expect(submit(en)).toBeVisible()
  await page.getByText('Français', { exact: true }).click()
  await expect(submit(fr)).toBeVisible()
  await expect(html).toHaveAttribute('lang', 'fr')
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('fr')
  await page.reload()
  await expect(submit(fr)).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('Tous droits réservés')

  await test.step('the server replies in the language of the page', async () => {
    await signIn(page, 'nobody.here', 'Rien-du-tout-1', fr)
    await expect(page.getByRole('alert')).toHaveText(fr('errors:auth/wrong-credentials'))
  })

  await test.step('English chosen by the user stays in a French clinic', async () => {
    await page.getByText('English', { exact: true }).click()
    await signIn(page, 'admin.fr', undefined, en)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patient Registration')
    await expect(
      page.getByRole('navigation').getByRole('link', { name: en('shell:nav.registration') }),
    ).toBeVisible()
    await expect(html).toHaveAttribute('lang', 'en')
  })

  await test.step('the language of the page is recorded for mails, at the sign-in and when another is chosen', async () => {
    const expectRecorded = (language: Language) =>
      expect
        .poll(() =>
          page.evaluate(async (api) => {
            const authorization = `Bearer ${localStorage.getItem('token') ?? ''}`
            const reply = await fetch(`${api}auth/session`, { headers: { authorization } })
            return ((await reply.json()) as { language?: string }).language
          }, servers.local.api),
        )
        .toBe(language)
    await expectRecorded('en')
    await page.getByRole('banner').getByText('admin.fr', { exact: true }).click()
    await page.getByText('Français', { exact: true }).click()
    await expect(html).toHaveAttribute('lang', 'fr')
    await expectRecorded('fr')
  })
})

test.describe('the clinic in use', () => {
  test.use({ user: 'super', language: 'en' })

  test('a user with several clinics changes the clinic in use and resets it, with a toast of 3 seconds; requests over 300 ms show a progress bar', async ({
    page,
    t,
  }) => {
    // The test controls the clock of the page, so the speed of the computer does not matter.
    await page.clock.install()
    await page.goto('studylist')
    const header = page.getByRole('banner')
    const reset = header.getByRole('button', { name: t('shell:clinic.resetTo', { clinic: own }) })
    await expect(header).toContainText(own)
    await expect(reset).toHaveCount(0)

    await header.getByRole('button', { name: /Harrow Creek/u }).click()
    const clinics = dialog(page, t('shell:clinic.select'))
    await clinics.getByText('Clinique vétérinaire du Grand-Érable').click()
    await expect(clinics).toHaveCount(0)
    await expect(header).toContainText('Clinique vétérinaire du Grand-Érable')
    await expect(reset).toBeVisible()

    await page.clock.pauseAt(Date.now() + 600_000)
    await reset.click()
    // The list of past notifications in the header contains the same text.
    const toast = page.getByText(t('shell:clinic.now', { clinic: own })).last()
    await expect(toast).toBeVisible()
    await expect(header).toContainText(own)
    await expect(reset).toHaveCount(0)
    const box = await toast.boundingBox()
    expect(box?.x ?? 0).toBeGreaterThan(683)
    expect(box?.y ?? 0).toBeGreaterThan(384)
    await page.mouse.move(5, 300)
    await page.clock.runFor(2900)
    await expect(toast).toBeVisible()
    await page.clock.runFor(500)
    await expect(toast).toBeHidden()

    await test.step('the progress bar', async () => {
      const bar = page.getByRole('progressbar', { name: t('common:state.working'), exact: true })
      const response = createBarrier()
      await page.route('**/api/study/page?**', async (route) => {
        await response.opened
        await route.continue()
      })
      const requested = page.waitForRequest('**/api/study/page?**')
      await page.getByRole('button', { name: t('studies:refresh'), exact: true }).click()
      await requested
      await page.clock.runFor(299)
      await expect(bar).toHaveCount(0)
      await page.clock.runFor(1)
      await expect(bar).toBeVisible()
      response.open()
      await expect(bar).toHaveCount(0)
    })
  })
})
