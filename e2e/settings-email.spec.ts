import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'
import { mailServer } from './mail-server.ts'
import { test } from './own-clinic.ts'
import { button, faultAt, toast } from './settings-forms.ts'
import { languages } from './words.ts'

/** Its label ends in a mark, and the button that shows it carries the name as well. */
const passwordField = (page: Page) => page.locator('input[name="password"]')

for (const language of languages) {
  test.describe(`e-mail in ${language}`, () => {
    test.use({ language })

    test('the password goes in and never comes out', async ({ page, t }) => {
      const secret = 'Mailbox-secret-1'
      const answers: string[] = []
      await page.route(/\/api\/emailConfig/u, async (route) => {
        const reply = await route.fetch()
        answers.push(await reply.text())
        await route.fulfill({ response: reply })
      })
      await page.goto('settings/email')
      await expect(page.getByRole('textbox', { name: t('settings:email.port') })).toHaveValue('587')
      const send = button(page, t('settings:email.test'))
      await expect(send).toHaveAccessibleDescription(t('settings:email.testNeedsConfig'))
      await page
        .getByRole('textbox', { name: t('settings:email.address') })
        .fill('x@clinic.example')
      await page
        .getByRole('textbox', { name: t('settings:email.host') })
        .fill('smtp.clinic.example')
      const hidden = passwordField(page)
      await expect(button(page, t('common:action.save'))).toHaveAttribute('aria-disabled', 'true')
      await hidden.fill(secret)
      await button(page, t('common:action.save')).click()
      await expect(toast(page, t('common:form.saved'))).toBeVisible()

      await expect(page.getByText(t('settings:email.passwordSet'))).toBeVisible()
      await expect(hidden).toHaveValue('')
      await expect(send).not.toHaveAttribute('aria-disabled', 'true')
      await page.reload()
      await expect(page.getByText(t('settings:email.passwordSet'))).toBeVisible()
      await expect(hidden).toHaveValue('')
      expect(await page.content()).not.toContain(secret)

      await page.getByRole('textbox', { name: t('settings:email.port') }).fill('465')
      await expect(send).toHaveAccessibleDescription(t('settings:email.testNeedsSave'))
      const [change] = await Promise.all([
        page.waitForRequest((request) => request.method() === 'PUT'),
        button(page, t('common:action.save')).click(),
      ])
      expect(Object.keys(change.postDataJSON())).not.toContain('password')
      await expect(page.getByText(t('settings:email.passwordSet'))).toBeVisible()
      await expect(send).not.toHaveAttribute('aria-disabled', 'true')
      expect(answers.length).toBeGreaterThan(3)
      expect(answers.join('\n')).not.toContain(secret)
      expect(answers.join('\n')).not.toContain('"password"')
    })

    test('what is wrong is told at its field, and the test says what became of it', async ({
      page,
      t,
    }) => {
      await page.goto('settings/email')
      await page.getByRole('textbox', { name: t('settings:email.address') }).fill('nowhere')
      await page.getByRole('textbox', { name: t('settings:email.host') }).fill('127.0.0.1')
      await page.getByRole('textbox', { name: t('settings:email.port') }).fill('0')
      await passwordField(page).fill('Mailbox-secret-1')
      await passwordField(page).press('Enter')
      await faultAt(page, t('settings:email.address'), t('errors:field/email'))
      await faultAt(page, t('settings:email.port'), t('errors:field/port'))
      await page
        .getByRole('textbox', { name: t('settings:email.address') })
        .fill('x@clinic.example')
      // Nobody listens there.
      await page.getByRole('textbox', { name: t('settings:email.port') }).fill('9')
      await button(page, t('common:action.save')).click()
      await expect(page.getByText(t('settings:email.passwordSet'))).toBeVisible()

      const [reply] = await Promise.all([
        page.waitForResponse('**/api/emailConfig/send/*/test'),
        button(page, t('settings:email.test')).click(),
      ])
      expect(reply.ok()).toBe(false)
      const { message } = (await reply.json()) as { message: string }
      await expect(page.getByRole('form').getByRole('alert')).toHaveText(message)

      const mail = await mailServer('Mailbox-secret-1')
      await page.getByRole('textbox', { name: t('settings:email.port') }).fill(String(mail.port))
      await button(page, t('common:action.save')).click()
      await expect(button(page, t('settings:email.test'))).not.toHaveAttribute('aria-disabled')
      await button(page, t('settings:email.test')).click()
      const done = language === 'en' ? 'Test email sent successfully' : t('settings:email.testDone')
      await expect(toast(page, done)).toBeVisible()
      expect(mail.recipients).toEqual(['x@clinic.example'])
      await mail.close()
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  })
}

test('the stored password goes to no other host', async ({ page, t }) => {
  await page.goto('settings/email')
  const host = page.getByRole('textbox', { name: t('settings:email.host') })
  await page.getByRole('textbox', { name: t('settings:email.address') }).fill('x@clinic.example')
  await host.fill('smtp.clinic.example')
  await passwordField(page).fill('Mailbox-secret-1')
  await button(page, t('common:action.save')).click()
  await expect(page.getByText(t('settings:email.passwordSet'))).toBeVisible()

  await host.fill('smtp.elsewhere.example')
  await expect(page.getByText(t('settings:email.passwordAgain'))).toBeVisible()
  await button(page, t('common:action.save')).click()
  await expect(passwordField(page)).toBeFocused()
  await expect(page.getByText(t('errors:email/password-again'))).toBeVisible()
  await passwordField(page).fill('Mailbox-secret-2')
  await button(page, t('common:action.save')).click()
  await expect(page.getByText(t('settings:email.passwordSet'))).toBeVisible()
})

test('what was typed for e-mail outlives the section, and the password does not', async ({
  page,
  t,
}) => {
  await page.goto('settings/email')
  await page.getByRole('textbox', { name: t('settings:email.host') }).fill('half.typed')
  await passwordField(page).fill('Mailbox-secret-1')
  await page.getByRole('link', { name: t('settings:section.about'), exact: true }).click()
  await expect(page.getByText(t('settings:about.text'))).toBeVisible()
  await page.getByRole('link', { name: t('settings:section.email'), exact: true }).click()
  await expect(page.getByRole('textbox', { name: t('settings:email.host') })).toHaveValue(
    'half.typed',
  )
  await expect(passwordField(page)).toHaveValue('')
})

for (const { language, scheme } of [
  { language: 'en', scheme: 'dark' },
  { language: 'fr', scheme: 'light' },
] as const) {
  test.describe(`${language} ${scheme}`, () => {
    test.use({ language, scheme })

    test('axe finds nothing in the form with its faults @phone', async ({ page, t }) => {
      await page.goto('settings/email')
      await page.getByRole('textbox', { name: t('settings:email.address') }).press('Enter')
      await faultAt(page, t('settings:email.address'), t('errors:field/required'))
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })
  })
}
