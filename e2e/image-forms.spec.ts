import type { Page } from '@playwright/test'
import { test } from './clinic-day.ts'
import {
  at,
  dialog,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  overPage,
} from './fixtures.ts'
import { importImages, openImageForm, pictures } from './image-desk.ts'
import { button, enter, expectShut, field, row } from './office.ts'
import type { Api } from './office.ts'
import { wordsIn } from './words.ts'

/** A mailbox that is set up, and of which the page hears that it has no password. */
async function passwordLost(page: Page, asSuper: Api, clinicId: number) {
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

test('the menu says why it is shut, what may be done, and is worked by keyboard', async ({
  page,
  day,
  t,
}) => {
  await day.study(await day.patient('Bella'))
  await importImages(day, ['one', 'two', 'three'])
  const [imageId] = await importImages(day, ['blurred'], { part: 'SKULL', view: 'LAT' })
  const rejection = { imageId, rejectionReason: 'Bad Image' }
  expect((await day.api('POST', 'image/reject', rejection)).status).toBe(204)
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  await test.step('it is shut without a study, or without images', async () => {
    const menu = button(page, t('studies:imageForms'))
    await expectShut(menu, t('studies:reason.noneSelected'))
    await row(page, 'Bella').click()
    await expectShut(menu, t('studies:reason.noImages'))
  })

  await test.step('images are chosen by keyboard alone', async () => {
    await row(page, 'Rex').focus()
    await page.keyboard.press('Space')
    await button(page, t('studies:imageForms')).focus()
    await page.keyboard.press('Enter')
    // It takes the focus when it has opened; a key before that is the button's.
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
    const all = pictures(form)
    await expect(all.nth(0)).toBeFocused()
    // The rejected one is not among them.
    await expect(all).toHaveText(['Chest VD', 'Chest VD', 'Chest VD'])
    await expectShut(button(form, t('imageForms:download.download')), 'Please select images')
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
})

test('an operator may send images only, and not without the mailbox’s password; staff may look', async ({
  page,
  day,
  office,
  t,
}) => {
  await importImages(day, ['one'])
  const operator = await office.user(day.clinic, 'operator', { operator: true })
  await passwordLost(page, office.asSuper, day.clinic.id)
  await enter(page, operator.username)
  await page.goto('studylist')
  await row(page, 'Rex').click()
  await button(page, t('studies:imageForms')).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(page.getByRole('menuitem')).toHaveText(['Send Email'])

  await test.step('without the password of the mailbox nothing can be filled in', async () => {
    await page.getByRole('menuitem', { name: 'Send Email', exact: true }).click()
    const form = dialog(page, 'Send Email')
    const why = t('imageForms:email.noPassword')
    await expect(form.getByRole('note')).toHaveText(`${why} ${t('imageForms:email.askSomebody')}`)
    for (const one of ['recipients', 'subject', 'body'])
      await expect(field(form, t(`imageForms:email.${one}`))).toBeDisabled()
    const link = form.getByRole('checkbox', { name: t('imageForms:email.link') })
    await expect(link).toBeDisabled()
    await expectShut(button(form, t('imageForms:email.send')), why)
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  })

  await test.step('the viewer offers the same', async () => {
    await row(page, 'Rex').dblclick()
    await expect(page).toHaveURL(at('viewer'))
    await button(page.getByRole('toolbar'), t('studies:imageForms')).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Send Email'])
  })

  const staff = await office.user(day.clinic, 'staff')
  await enter(page, staff.username)
  await page.goto('studylist')
  await row(page, 'Rex').click()
  await expect(button(page, t('studies:action.viewImages'))).toBeVisible()
  await expect(button(page, t('studies:imageForms'))).toHaveCount(0)
})

test('axe finds nothing in the forms; what is not set up says so @phone', async ({
  page,
  day,
  isMobile,
}) => {
  test.slow()
  // Contrast depends on the scheme, names on the language, the layout on the screen: two runs see all.
  const [language, scheme] = isMobile ? (['en', 'light'] as const) : (['fr', 'dark'] as const)
  const t = wordsIn(language)
  await importImages(day, ['one', 'two'])
  await enter(page, day.clinic.admin, language, scheme)
  await page.goto('studylist')
  for (const name of ['email', 'send', 'download', 'annotations', 'dump'])
    await test.step(name, async () => {
      const form = await openImageForm(page, t, name)
      await expect(form).toBeVisible()
      if (name === 'email') {
        await expect(form.getByText(t('imageForms:email.notSetUp')).first()).toBeVisible()
        for (const one of ['recipients', 'subject', 'body'])
          await expect(field(form, t(`imageForms:email.${one}`))).toBeDisabled()
        await expectShut(button(form, t('imageForms:email.send')), t('imageForms:email.notSetUp'))
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
      // The list below is the same each time.
      await expectAccessible(page, name === 'email' ? 'html' : overPage)
      await expectNoSidewaysScroll(page)
      await page.keyboard.press('Escape')
      await expect(form).toHaveCount(0)
    })
})
