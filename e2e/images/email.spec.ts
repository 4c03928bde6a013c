import { test } from '../support/clinic-records.ts'
import { dialog, expect, expectAccessible } from '../support/fixtures.ts'
import { importImages, openImageForm, imageOptions } from '../pages/image-forms-page.ts'
import { startMailServer } from '../support/mail-server.ts'
import { button, signInAs, expectFieldError, field, toast } from '../support/clinic-fixture.ts'
import type { Api } from '../support/clinic-fixture.ts'

const secret = 'Mailbox-secret-1'

const configureMail = async (asSuper: Api, clinicId: number, smtpPort: number) => {
  const { status } = await asSuper('POST', 'emailConfig', {
    clinicId,
    email: 'clinic@clinic.example',
    hostName: '127.0.0.1',
    smtpPort,
    password: secret,
  })
  expect(status).toBeLessThan(300)
}

test('an e-mail form checks recipients, sends images, and lists and revokes the link', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const mail = await startMailServer(secret)
  await configureMail(clinicFixture.asSuper, records.clinic.id, mail.port)
  await importImages(records, ['one', 'two'])
  await signInAs(page, records.clinic.admin)
  await page.goto('studylist')
  const form = await openImageForm(page, t, 'email')

  await test.step('recipients are checked, and a link needs images', async () => {
    const recipients = field(form, t('imageForms:email.recipients'))
    await expect(recipients).toBeFocused()
    await expect(field(form, t('imageForms:email.subject'))).toHaveValue('Images')
    await page.keyboard.type('owner@')
    await page.keyboard.press('Enter')
    await expectFieldError(recipients, 'Invalid recipient: owner@')
    // Backspace moves the recipient back into the field for correction.
    await page.keyboard.press('Backspace')
    await page.keyboard.type('home.example vet@clinic.example,')
    await expect(form.getByRole('listitem')).toHaveText([
      'owner@home.example',
      'vet@clinic.example',
    ])
    await form.getByRole('checkbox', { name: t('imageForms:email.link') }).check()
    await expect(field(form, t('imageForms:link.days'))).toHaveValue('7')
    await button(form, t('imageForms:email.send')).click()
    await expect(form.getByRole('alert')).toHaveText('Please select images before sending email!')
    await expectAccessible(page)
  })

  await test.step('images are sent', async () => {
    await field(form, t('imageForms:link.pin')).fill('2468')
    await imageOptions(form).first().click()
    await button(form, t('imageForms:email.send')).click()
    await expect(toast(page, 'Email Sent')).toBeVisible()
    await expect(form).toHaveCount(0)
    await expect
      .poll(() => mail.recipients.toSorted())
      .toEqual(['owner@home.example', 'vet@clinic.example'])
  })

  await test.step('the link is listed and revoked, and another one is made', async () => {
    const again = await openImageForm(page, t, 'email')
    await button(again, t('imageForms:link.title')).click()
    const links = dialog(page, t('imageForms:link.title'))
    const line = links.getByRole('listitem').filter({ hasText: 'owner@home.example' })
    await expect(line).toContainText(t('imageForms:link.neverOpened'))
    await expect(line).toContainText(t('imageForms:link.withPin'))
    await button(line, t('imageForms:link.revoke')).click()
    await expect(line.getByText(t('imageForms:link.isRevoked'))).toBeVisible()

    await imageOptions(links).first().click()
    await button(links, t('imageForms:link.create')).click()
    await expect(links.getByRole('textbox', { name: t('imageForms:link.address') })).toHaveValue(
      /^https?:/u,
    )
    await expectAccessible(page)
  })
  await mail.close()
})

test.describe('in French', () => {
  test.use({ language: 'fr' })

  test('the form reports a refusal by the mail server, and keeps the typed text', async ({
    page,
    records,
    clinicFixture,
    t,
  }) => {
    const mail = await startMailServer('another password')
    await configureMail(clinicFixture.asSuper, records.clinic.id, mail.port)
    await importImages(records, ['one'])
    await signInAs(page, records.clinic.admin, 'fr')
    await page.goto('studylist')
    const form = await openImageForm(page, t, 'email')
    await field(form, t('imageForms:email.recipients')).fill('owner@home.example')
    await field(form, t('imageForms:email.body')).fill('Here are the images of Rex.')
    const [reply] = await Promise.all([
      page.waitForResponse('**/api/emailConfig/send'),
      button(form, t('imageForms:email.send')).click(),
    ])
    const { message } = (await reply.json()) as { message: string }
    await expect(form.getByRole('alert')).toHaveText(message)
    await page.keyboard.press('Escape')
    const again = await openImageForm(page, t, 'email')
    await expect(field(again, t('imageForms:email.body'))).toHaveValue(
      'Here are the images of Rex.',
    )
    await mail.close()
  })
})
