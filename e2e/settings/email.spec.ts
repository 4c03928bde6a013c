import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoHorizontalScroll } from '../support/fixtures.ts'
import { startMailServer } from '../support/mail-server.ts'
import { test } from '../support/signed-in-clinic.ts'
import { button, expectFieldMessage, toast } from '../pages/dicom-servers-page.ts'

/** Its label ends in a star, and the button that reveals it has the same name. */
const passwordField = (page: Page) => page.locator('input[name="password"]')

test.describe('the password', () => {
  test.use({ language: 'fr' })

  test('the e-mail password is saved, never sent back to the page, and not reused for another host', async ({
    page,
    t,
  }) => {
    const secret = 'Mailbox-secret-1'
    const responses: string[] = []
    await page.route(/\/api\/emailConfig/u, async (route) => {
      const reply = await route.fetch()
      responses.push(await reply.text())
      await route.fulfill({ response: reply })
    })
    const field = (key: string) => page.getByRole('textbox', { name: t(`settings:email.${key}`) })
    const save = button(page, t('common:action.save'))
    const send = button(page, t('settings:email.test'))
    const isSet = page.getByText(t('settings:email.passwordSet'))
    const hidden = passwordField(page)

    await page.goto('settings/email')
    await expect(field('port')).toHaveValue('587')
    await expect(send).toHaveAccessibleDescription(t('settings:email.testNeedsConfig'))
    await field('address').fill('x@clinic.example')
    await field('host').fill('smtp.clinic.example')
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    await hidden.fill(secret)
    await save.click()
    await expect(toast(page, t('common:form.saved'))).toBeVisible()
    await expect(isSet).toBeVisible()
    await expect(hidden).toHaveValue('')
    await expect(send).not.toHaveAttribute('aria-disabled', 'true')
    await page.reload()
    await expect(isSet).toBeVisible()
    await expect(hidden).toHaveValue('')
    expect(await page.content()).not.toContain(secret)

    await test.step('the same mailbox in capitals keeps the password', async () => {
      await field('address').fill('X@clinic.example')
      await expect(send).toHaveAccessibleDescription(t('settings:email.testNeedsSave'))
      const [change] = await Promise.all([
        page.waitForRequest((request) => request.method() === 'PUT'),
        save.click(),
      ])
      expect(Object.keys(change.postDataJSON())).not.toContain('password')
      await expect(isSet).toBeVisible()
      await expect(send).not.toHaveAttribute('aria-disabled', 'true')
    })

    await test.step('another host or port requires the password again', async () => {
      await field('port').fill('465')
      await expect(page.getByText(t('settings:email.passwordAgain'))).toBeVisible()
      await field('port').fill('587')
      await expect(isSet).toBeVisible()
      await field('host').fill('smtp.elsewhere.example')
      await expect(page.getByText(t('settings:email.passwordAgain'))).toBeVisible()
      await save.click()
      await expect(hidden).toBeFocused()
      await expect(page.getByText(t('errors:email/password-again'))).toBeVisible()
      await hidden.fill('Mailbox-secret-2')
      await save.click()
      await expect(isSet).toBeVisible()
    })
    expect(responses.length).toBeGreaterThan(4)
    expect(responses.join('\n')).not.toContain(secret)
    expect(responses.join('\n')).not.toContain('"password"')
  })
})

test.describe('the form', () => {
  test.use({ language: 'en', scheme: 'light' })

  test('the e-mail form keeps typed text except the password, shows errors at their fields, and reports the result of the test', async ({
    page,
    t,
  }) => {
    const field = (key: string) => page.getByRole('textbox', { name: t(`settings:email.${key}`) })
    const save = button(page, t('common:action.save'))
    await page.goto('settings/email')
    await field('address').press('Enter')
    await expectFieldMessage(page, t('settings:email.address'), t('errors:field/required'))
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)

    await test.step('typed text survives a change of section', async () => {
      await field('host').fill('half.typed')
      await passwordField(page).fill('Mailbox-secret-1')
      await page.getByRole('link', { name: t('settings:section.about'), exact: true }).click()
      await expect(page.getByText(t('settings:about.text'))).toBeVisible()
      await page.getByRole('link', { name: t('settings:section.email'), exact: true }).click()
      await expect(field('host')).toHaveValue('half.typed')
      await expect(passwordField(page)).toHaveValue('')
    })

    await test.step('invalid fields', async () => {
      await field('address').fill('nowhere')
      await field('host').fill('127.0.0.1')
      await field('port').fill('0')
      await passwordField(page).fill('Mailbox-secret-1')
      await passwordField(page).press('Enter')
      await expectFieldMessage(page, t('settings:email.address'), t('errors:field/email'))
      await expectFieldMessage(page, t('settings:email.port'), t('errors:field/port'))
    })

    await test.step('the test fails', async () => {
      await field('address').fill('x@clinic.example')
      // No server listens on this port.
      await field('port').fill('9')
      await save.click()
      await expect(page.getByText(t('settings:email.passwordSet'))).toBeVisible()
      const [reply] = await Promise.all([
        page.waitForResponse('**/api/emailConfig/send/*/test'),
        button(page, t('settings:email.test')).click(),
      ])
      expect(reply.ok()).toBe(false)
      const { message } = (await reply.json()) as { message: string }
      await expect(page.getByRole('form').getByRole('alert')).toHaveText(message)
    })

    await test.step('the test arrives', async () => {
      const mail = await startMailServer('Mailbox-secret-1')
      await field('port').fill(String(mail.port))
      await passwordField(page).fill('Mailbox-secret-1')
      await save.click()
      await expect(button(page, t('settings:email.test'))).not.toHaveAttribute('aria-disabled')
      await button(page, t('settings:email.test')).click()
      await expect(toast(page, 'Test email sent successfully')).toBeVisible()
      expect(mail.recipients).toEqual(['x@clinic.example'])
      await mail.close()
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  })
})

test.describe('on a phone', () => {
  test.use({ language: 'fr', scheme: 'dark' })

  test('axe finds no violations in the invalid e-mail form and in the DICOM info @phone-only', async ({
    page,
    t,
    clinic,
  }) => {
    await page.goto('settings/email')
    await page.getByRole('textbox', { name: t('settings:email.address') }).press('Enter')
    await expectFieldMessage(page, t('settings:email.address'), t('errors:field/required'))
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)

    await page.getByRole('link', { name: t('settings:section.dicom-info'), exact: true }).tap()
    await expect(page.getByRole('definition').filter({ hasText: clinic.aeTitle })).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  })
})
