import { test } from './clinic-day.ts'
import { dialog, expect, expectAccessible } from './fixtures.ts'
import { importImages, openImageForm, pictures } from './image-desk.ts'
import { mailServer } from './mail-server.ts'
import { button, enter, expectFault, field, toast } from './office.ts'
import type { Api } from './office.ts'

const secret = 'Mailbox-secret-1'

const mailOf = async (asSuper: Api, clinicId: number, smtpPort: number) => {
  const { status } = await asSuper('POST', 'emailConfig', {
    clinicId,
    email: 'clinic@clinic.example',
    hostName: '127.0.0.1',
    smtpPort,
    password: secret,
  })
  expect(status).toBeLessThan(300)
}

test('recipients are checked, images are sent, and the link is listed and revoked', async ({
  page,
  day,
  office,
  t,
}) => {
  test.slow()
  const mail = await mailServer(secret)
  await mailOf(office.asSuper, day.clinic.id, mail.port)
  await importImages(day, ['one', 'two'])
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  const form = await openImageForm(page, t, 'email')

  await test.step('recipients are checked, and a link needs images', async () => {
    const recipients = field(form, t('imageForms:email.recipients'))
    await expect(recipients).toBeFocused()
    await expect(field(form, t('imageForms:email.subject'))).toHaveValue('Images')
    await page.keyboard.type('owner@')
    await page.keyboard.press('Enter')
    await expectFault(recipients, 'Invalid recipient: owner@')
    // Back into the field, to be mended.
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
    await pictures(form).first().click()
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

    await pictures(links).first().click()
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

  test('a refusal of the mail server is told in the form, and nothing typed is lost', async ({
    page,
    day,
    office,
    t,
  }) => {
    const mail = await mailServer('another password')
    await mailOf(office.asSuper, day.clinic.id, mail.port)
    await importImages(day, ['one'])
    await enter(page, day.clinic.admin, 'fr')
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
