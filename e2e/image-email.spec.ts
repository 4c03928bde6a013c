import { test } from './clinic-day.ts'
import { dialog, expect, expectAccessible } from './fixtures.ts'
import { importImages, openImageForm, pictures } from './image-desk.ts'
import { mailServer } from './mail-server.ts'
import { button, enter, expectFault, expectShut, field, toast } from './office.ts'
import type { Api } from './office.ts'
import { languages } from './words.ts'

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

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('without e-mail the form is shut, and says why', async ({ page, day, t }) => {
      await importImages(day, ['one'])
      await enter(page, day.clinic.admin, language)
      await page.goto('studylist')
      const form = await openImageForm(page, t, 'email')
      await expect(form.getByText(t('imageForms:email.notSetUp')).first()).toBeVisible()
      for (const name of ['recipients', 'subject', 'body'])
        await expect(field(form, t(`imageForms:email.${name}`))).toBeDisabled()
      await expectShut(button(form, t('imageForms:email.send')), t('imageForms:email.notSetUp'))
    })

    test('recipients are checked, and a link needs images', async ({ page, day, office, t }) => {
      const mail = await mailServer(secret)
      await mailOf(office.asSuper, day.clinic.id, mail.port)
      await importImages(day, ['one', 'two'])
      await enter(page, day.clinic.admin, language)
      await page.goto('studylist')
      const form = await openImageForm(page, t, 'email')
      const recipients = field(form, t('imageForms:email.recipients'))
      await expect(recipients).toBeFocused()
      await expect(field(form, t('imageForms:email.subject'))).toHaveValue('Images')
      await page.keyboard.type('owner@')
      await page.keyboard.press('Enter')
      const invalid =
        language === 'en'
          ? 'Invalid recipient: owner@'
          : t('imageForms:email.invalidRecipient', { value: 'owner@' })
      await expectFault(recipients, invalid)
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
      await expect(form.getByRole('alert')).toHaveText(
        language === 'en'
          ? 'Please select images before sending email!'
          : t('imageForms:email.noImages'),
      )
      await expectAccessible(page)
      await mail.close()
    })

    test('images are sent, and the link is listed and revoked', async ({
      page,
      day,
      office,
      t,
    }) => {
      const mail = await mailServer(secret)
      await mailOf(office.asSuper, day.clinic.id, mail.port)
      await importImages(day, ['one', 'two'])
      await enter(page, day.clinic.admin, language)
      await page.goto('studylist')
      const form = await openImageForm(page, t, 'email')
      await field(form, t('imageForms:email.recipients')).fill('owner@home.example')
      await form.getByRole('checkbox', { name: t('imageForms:email.link') }).check()
      await field(form, t('imageForms:link.pin')).fill('2468')
      await pictures(form).first().click()
      await button(form, t('imageForms:email.send')).click()
      await expect(
        toast(page, language === 'en' ? 'Email Sent' : t('imageForms:email.sent')),
      ).toBeVisible()
      await expect(form).toHaveCount(0)
      await expect.poll(() => mail.recipients).toEqual(['owner@home.example'])

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
      await mail.close()
    })
  })
}

test('a refusal of the mail server is told in the form, and nothing typed is lost', async ({
  page,
  day,
  office,
  t,
}) => {
  const mail = await mailServer('another password')
  await mailOf(office.asSuper, day.clinic.id, mail.port)
  await importImages(day, ['one'])
  await enter(page, day.clinic.admin)
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
  await expect(field(again, t('imageForms:email.body'))).toHaveValue('Here are the images of Rex.')
  await mail.close()
})
