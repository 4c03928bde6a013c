import { test } from './clinic-day.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'
import { importImages, openImageForm, pictures } from './image-desk.ts'
import { button, enter, expectShut, row, toast } from './office.ts'
import { languages } from './words.ts'

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('the body part and the view of an image are corrected', async ({ page, day, t }) => {
      await importImages(day, ['one', 'two'])
      await enter(page, day.clinic.admin, language)
      await page.goto('studylist')
      const form = await openImageForm(page, t, 'annotations')
      const save = button(form, t('common:action.save'))
      const incomplete =
        language === 'en'
          ? 'Please ensure all inputs are filled out'
          : t('imageForms:annotation.incomplete')
      await expectShut(save, incomplete)
      await pictures(form).first().click()
      const part = form.getByRole('combobox', { name: t('imageForms:annotation.bodyPart') })
      const view = form.getByRole('combobox', { name: t('imageForms:annotation.view') })
      await expect(part).toHaveValue(language === 'en' ? 'Chest' : 'Thorax')
      await expectShut(save, t('common:form.unchanged'))

      await part.fill(language === 'en' ? 'abd' : 'ABD')
      await page.getByRole('option', { name: 'Abdomen', exact: true }).click()
      await view.fill('')
      await save.click({ force: true })
      await expect(form.getByRole('alert')).toHaveText(incomplete)
      await view.click()
      await page.getByRole('option', { name: /^LAT/u }).click()
      await save.click()
      const done = language === 'en' ? 'Annotation Updated' : t('imageForms:annotation.done')
      await expect(toast(page, done)).toBeVisible()
      await expect(pictures(form).first()).toHaveText('Abdomen LAT')

      // Whatever is not in the list is kept as it was written.
      await part.fill('Left ear')
      await save.click()
      await expect(pictures(form).first()).toHaveText('Left ear LAT')
    })
  })
}

test('who may do what stands in the menu', async ({ page, day, office, t }) => {
  await importImages(day, ['one'])
  const formsOf = async (username: string) => {
    await enter(page, username)
    await page.goto('studylist')
    await row(page, 'Rex').click()
    await button(page, t('studies:imageForms')).click()
    await expect(page.getByRole('menu')).toBeVisible()
    return page.getByRole('menuitem').allTextContents()
  }
  expect(await formsOf(day.clinic.admin)).toEqual([
    'Send Email',
    'DICOM Send',
    'Download Images',
    'Edit DICOM Annotations',
    'DICOM Dump',
  ])
  const operator = await office.user(day.clinic, 'operator', { operator: true })
  expect(await formsOf(operator.username)).toEqual(['Send Email'])

  const staff = await office.user(day.clinic, 'staff')
  await enter(page, staff.username)
  await page.goto('studylist')
  await row(page, 'Rex').click()
  await expect(button(page, t('studies:action.viewImages'))).toBeVisible()
  await expect(button(page, t('studies:imageForms'))).toHaveCount(0)
})

test('without images, or without a study, the menu says why it is shut', async ({
  page,
  day,
  t,
}) => {
  await day.study(await day.patient('Bella'))
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  const menu = button(page, t('studies:imageForms'))
  await expectShut(menu, t('studies:reason.noneSelected'))
  await row(page, 'Bella').click()
  await expectShut(menu, t('studies:reason.noImages'))
})

test('images are chosen by keyboard alone', async ({ page, day, t }) => {
  await importImages(day, ['one', 'two', 'three'])
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  await row(page, 'Rex').focus()
  await page.keyboard.press('Space')
  await button(page, t('studies:imageForms')).focus()
  await page.keyboard.press('Enter')
  // It takes the focus when it has opened; a key before that is the button's.
  const focused = page.locator(':focus')
  await expect(page.getByRole('menu').filter({ has: focused })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Download Images' })
  const all = pictures(form)
  await expect(all.nth(0)).toBeFocused()
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

for (const [language, scheme] of [
  ['en', 'light'],
  ['fr', 'dark'],
] as const) {
  test.describe(`${language}, ${scheme}`, () => {
    test.use({ language })
    test(`axe finds nothing in the forms @phone`, async ({ page, day, t, isMobile }) => {
      test.skip(isMobile && language === 'fr', 'a phone differs in its layout alone')
      test.slow()
      await importImages(day, ['one', 'two'])
      await enter(page, day.clinic.admin, language, scheme)
      await page.goto('studylist')
      for (const name of ['email', 'send', 'download', 'annotations', 'dump']) {
        await test.step(name, async () => {
          const form = await openImageForm(page, t, name)
          await expect(form).toBeVisible()
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          await expectAccessible(page)
          await expectNoSidewaysScroll(page)
          await page.keyboard.press('Escape')
          await expect(form).toHaveCount(0)
        })
      }
    })
  })
}
