import { openPage } from '../support/navigate.ts'
import type { Page } from '@playwright/test'
import { addClinic, test, type RecordsFlow } from '../support/clinic-records.ts'
import {
  pageUrl,
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  dialogSelector,
} from '../support/fixtures.ts'
import { importImages, openImageForm, imageOptions } from '../pages/image-forms-page.ts'
import { button, enterAs, signInAs, expectDisabled, field, row } from '../support/clinic-fixture.ts'
import type { Api } from '../support/clinic-fixture.ts'
import { createTranslator } from '../support/i18n-texts.ts'

/** Configures a mailbox, and makes the server report it to the page as one without a password. */
async function configureMailWithoutPassword(page: Page, asSuper: Api, clinicId: number) {
  const { status } = await asSuper('POST', 'emailConfig', {
    clinicId,
    email: 'clinic@clinic.example',
    hostName: '127.0.0.1',
    smtpPort: 25,
    password: 'Mailbox-secret-1',
  })
  expect(status).toBeLessThan(300)
  await page.route('**/api/emailConfig?*', async (route) => {
    const response = await route.fetch()
    const configs = (await response.json()) as object[]
    await route.fulfill({
      response,
      json: configs.map((config) => ({ ...config, hasPassword: false })),
    })
  })
}

async function useMenu({ page, records, t }: RecordsFlow) {
  await records.createStudy(await records.createPatient('Bella'))
  await importImages(records, ['one', 'two', 'three'])
  const [imageId] = await importImages(records, ['blurred'], { part: 'SKULL', view: 'LAT' })
  const rejection = { imageId, rejectionReason: 'Bad Image' }
  expect((await records.api('POST', 'image/reject', rejection)).status).toBe(204)
  await enterAs(page, records.clinic.admin, t)
  await openPage(page, 'studylist')
  await test.step('it is disabled without a study, or without images', async () => {
    const menu = button(page, t('studies:imageForms'))
    await expectDisabled(menu, t('studies:reason.noneSelected'))
    await row(page, 'Bella').click()
    await expectDisabled(menu, t('studies:reason.noImages'))
  })

  await test.step('images are chosen by keyboard alone', async () => {
    await row(page, 'Rex').focus()
    await page.keyboard.press('Space')
    await button(page, t('studies:imageForms')).focus()
    await page.keyboard.press('Enter')
    // The menu takes the focus when it has opened; earlier keys go to the button.
    const focused = page.locator(':focus')
    await expect(page.getByRole('menu').filter({ has: focused })).toBeVisible()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Send Email',
      'DICOM Send',
      'Download Images',
      'Edit DICOM Annotations',
      'DICOM Dump',
    ])
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Download Images' })
    const all = imageOptions(form)
    await expect(all.nth(0)).toBeFocused()
    // The rejected image is not listed.
    await expect(all).toHaveText(['Chest VD', 'Chest VD', 'Chest VD'])
    await expectDisabled(button(form, t('imageForms:download.download')), 'Please select images')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(form.getByText('2 of 3 selected')).toBeVisible()
    await expect(all.nth(1)).toHaveAttribute('aria-selected', 'false')
    await page.keyboard.press('Control+a')
    await expect(form.getByText('3 of 3 selected')).toBeVisible()
    await button(form, t('imageForms:picker.none')).click()
    await button(form, 'Select All').click()
    await expect(form.getByText('3 of 3 selected')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await expect(button(page, t('studies:imageForms'))).toBeFocused()
  })
}

async function openAsOperatorAndStaff({ page, records, clinicFixture, t }: RecordsFlow) {
  await importImages(records, ['one'])
  const operator = await clinicFixture.createUser(records.clinic, 'operator', { operator: true })
  await configureMailWithoutPassword(page, clinicFixture.asSuper, records.clinic.id)
  await enterAs(page, operator.username, t)
  await openPage(page, 'studylist')
  await row(page, 'Rex').click()
  await button(page, t('studies:imageForms')).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(page.getByRole('menuitem')).toHaveText(['Send Email'])

  await test.step('without the password of the mailbox every field is disabled', async () => {
    await page.getByRole('menuitem', { name: 'Send Email', exact: true }).click()
    const form = dialog(page, 'Send Email')
    const why = t('imageForms:email.noPassword')
    await expect(form.getByRole('note')).toHaveText(`${why} ${t('imageForms:email.askSomebody')}`)
    for (const name of ['recipients', 'subject', 'body'])
      await expect(field(form, t(`imageForms:email.${name}`))).toBeDisabled()
    const link = form.getByRole('checkbox', { name: t('imageForms:email.link') })
    await expect(link).toBeDisabled()
    await expectDisabled(button(form, t('imageForms:email.send')), why)
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  })

  await test.step('the viewer offers the same', async () => {
    await row(page, 'Rex').dblclick()
    await expect(page).toHaveURL(pageUrl('viewer'))
    await button(page.getByRole('toolbar'), t('studies:imageForms')).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Send Email'])
  })

  const staff = await clinicFixture.createUser(records.clinic, 'staff')
  await enterAs(page, staff.username, t)
  await openPage(page, 'studylist')
  await row(page, 'Rex').click()
  await expect(button(page, t('studies:action.viewImages'))).toBeVisible()
  await expect(button(page, t('studies:imageForms'))).toHaveCount(0)
}

test('the image menu lists the forms that the user may open', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, t }
  await test.step('the image menu gives the reason why it is disabled, lists the permitted forms, and works by keyboard', () =>
    useMenu(flow))
  await test.step('an operator may only e-mail images, which needs the password of the mailbox; staff may only view them', async () =>
    openAsOperatorAndStaff({ ...flow, records: await addClinic(clinicFixture) }))
})

test('axe finds no violations in the image forms; forms without configuration say so @phone', async ({
  page,
  records,
  isMobile,
}) => {
  test.slow()
  // Contrast depends on the scheme, names on the language, layout on the screen: two runs cover
  // all.
  const [language, scheme] = isMobile ? (['en', 'light'] as const) : (['fr', 'dark'] as const)
  const t = createTranslator(language)
  await importImages(records, ['one', 'two'])
  await signInAs(page, records.clinic.admin, language, scheme)
  await page.goto('studylist')
  for (const name of ['email', 'send', 'download', 'annotations', 'dump'])
    await test.step(name, async () => {
      const form = await openImageForm(page, t, name)
      await expect(form).toBeVisible()
      if (name === 'email') {
        await expect(form.getByText(t('imageForms:email.notSetUp')).first()).toBeVisible()
        for (const key of ['recipients', 'subject', 'body'])
          await expect(field(form, t(`imageForms:email.${key}`))).toBeDisabled()
        await expectDisabled(
          button(form, t('imageForms:email.send')),
          t('imageForms:email.notSetUp'),
        )
      }
      if (name === 'send')
        await expect(
          form.getByText(
            language === 'en'
              ? 'No DICOM servers have been configured'
              : t('imageForms:send.noServers'),
          ),
        ).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      // The page below the dialog is the same each time, and is checked once.
      await expectAccessible(page, name === 'email' ? 'html' : dialogSelector)
      await expectNoHorizontalScroll(page)
      await page.keyboard.press('Escape')
      await expect(form).toHaveCount(0)
    })
})
