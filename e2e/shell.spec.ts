import { at, dialog, expect, expectNoSidewaysScroll, test } from './fixtures.ts'
import { servers } from './servers.ts'
import { wordsIn } from './words.ts'

test.describe('the frame of a page', () => {
  test.use({ user: 'doctor.en', language: 'en' })

  test('names the page, the clinic and the user', async ({ page }) => {
    await page.goto('settings')
    const header = page.getByRole('banner')
    await expect(header.getByRole('heading', { level: 1 })).toHaveText('Settings')
    await expect(header).toContainText('Harrow Creek Animal Hospital')
    await expect(header).toContainText('doctor.en')
  })

  test('has the specified texts at its foot', async ({ page }) => {
    await page.goto('settings')
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
  })

  test('on a phone has its texts in the menu @phone-only', async ({ page, t }) => {
    await page.goto('settings')
    await page.getByRole('button', { name: t('shell:nav.menu') }).click()
    const menu = page.getByRole('dialog')
    await expect(menu.getByText('SMART Imaging Technology', { exact: true })).toBeVisible()
    await expect(menu.getByText('V 1.0.0', { exact: true })).toBeVisible()
    await expect(menu.getByRole('button', { name: t('shell:nav.logout') })).toBeVisible()
  })

  for (const address of ['login', 'registration', 'studylist', 'settings', 'cases']) {
    test(`never scrolls sideways: /${address} @phone`, async ({ page }) => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoSidewaysScroll(page)
    })
  }
})

test.describe('logging out', () => {
  test.use({ user: 'staff.en', language: 'en' })

  test('asks first; Escape stays, the answer yes ends the session on the server too', async ({
    page,
    t,
  }) => {
    await page.goto('studylist')
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const logOut = page.getByRole('button', { name: 'Log Out', exact: true }).first()
    await logOut.click()
    const question = dialog(page, 'Log Out')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(at('studylist'))

    await logOut.click()
    await question.getByRole('button', { name: t('shell:logOut.confirm'), exact: true }).click()
    await expect(page).toHaveURL(at('login'))
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    const reply = await fetch(`${servers.local.api}auth/session`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(reply.status).toBe(401)

    await page.goBack()
    await expect(page).toHaveURL(at('login'))
  })

  test('happens at once at /logout, which tells the server where from', async ({ page }) => {
    await page.goto('studylist')
    const told = page.waitForRequest('**/api/auth/logout')
    await page.goto('logout')
    expect((await told).method()).toBe('POST')
    await expect(page).toHaveURL(at('login'))
  })
})

test.describe('the language', () => {
  test('is English at first, and the choice is remembered under lang', async ({ page }) => {
    await page.goto('login')
    const [en, fr] = [wordsIn('en'), wordsIn('fr')]
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(
      page.getByRole('button', { name: en('auth:login.submit'), exact: true }),
    ).toBeVisible()
    await page.getByText('Français', { exact: true }).click()
    await expect(
      page.getByRole('button', { name: fr('auth:login.submit'), exact: true }),
    ).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('fr')
    await page.reload()
    await expect(
      page.getByRole('button', { name: fr('auth:login.submit'), exact: true }),
    ).toBeVisible()
  })

  test.describe('chosen by hand', () => {
    test.use({ user: 'admin.fr', language: 'en' })
    test("wins over the clinic's", async ({ page, t }) => {
      await page.goto('settings')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
      await expect(
        page.getByRole('navigation').getByRole('link', { name: t('shell:nav.registration') }),
      ).toBeVisible()
    })
  })

  test.describe('of the server', () => {
    test.use({ language: 'fr' })
    test('is that of the page', async ({ page, t }) => {
      await page.goto('login')
      await page.getByRole('textbox', { name: t('auth:field.username') }).fill('nobody.here')
      await page.getByLabel(t('auth:field.password'), { exact: true }).fill('Rien-du-tout-1')
      await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click()
      await expect(page.getByRole('alert')).toHaveText(t('errors:auth/wrong-credentials'))
    })
  })
})

test.describe('the clinic in use', () => {
  test.use({ user: 'super', language: 'en' })

  test('can be changed by those who look after several, and reset to the own one', async ({
    page,
    t,
  }) => {
    await page.goto('studylist')
    const header = page.getByRole('banner')
    const reset = header.getByRole('button', {
      name: t('shell:clinic.resetTo', { clinic: 'Harrow Creek Animal Hospital' }),
    })
    await expect(header).toContainText('Harrow Creek Animal Hospital')
    await expect(reset).toHaveCount(0)

    await header.getByRole('button', { name: /Harrow Creek/u }).click()
    const clinics = dialog(page, t('shell:clinic.select'))
    await clinics.getByText('Clinique vétérinaire du Grand-Érable').click()
    await expect(clinics).toHaveCount(0)
    await expect(header).toContainText('Clinique vétérinaire du Grand-Érable')

    await reset.click()
    await expect(header).toContainText('Harrow Creek Animal Hospital')
    await expect(reset).toHaveCount(0)
  })

  test('is said in a toast at the bottom right, which goes after 3 seconds', async ({
    page,
    t,
  }) => {
    // The page's own time is set by the test: how fast this machine is does not count.
    await page.clock.install()
    await page.goto('studylist')
    const header = page.getByRole('banner')
    await header.getByRole('button', { name: /Harrow Creek/u }).click()
    const clinics = dialog(page, t('shell:clinic.select'))
    await clinics.getByText('Northlight Medical Imaging').click()
    const reset = header.getByRole('button', {
      name: t('shell:clinic.resetTo', { clinic: 'Harrow Creek Animal Hospital' }),
    })
    await expect(reset).toBeVisible()
    await page.clock.pauseAt(Date.now() + 600_000)
    await reset.click()
    // The list of past notices in the header keeps the same words.
    const toast = page
      .getByText(t('shell:clinic.now', { clinic: 'Harrow Creek Animal Hospital' }))
      .last()
    await expect(toast).toBeVisible()
    const box = await toast.boundingBox()
    expect(box?.x ?? 0).toBeGreaterThan(683)
    expect(box?.y ?? 0).toBeGreaterThan(384)
    await page.mouse.move(5, 300)
    await page.clock.runFor(2900)
    await expect(toast).toBeVisible()
    await page.clock.runFor(500)
    await expect(toast).toBeHidden()
  })
})

test.describe('an uncaught error', () => {
  test.use({ user: 'staff.en', language: 'en' })

  test('shows the dialog Error and is reported to the server', async ({ page, pageErrors }) => {
    await page.goto('settings')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const reported = page.waitForRequest('**/api/client-error')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('The film is torn')
      })
    })
    await expect(dialog(page, 'Error')).toBeVisible()
    expect((await reported).postData()).toContain('The film is torn')
    pageErrors.length = 0
  })
})
