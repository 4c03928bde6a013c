import type { Page } from '@playwright/test'
import { test } from './clinic-day.ts'
import { at, dialog, expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'
import { button, enter, expectFault, expectShut, field, find, row, toast } from './office.ts'
import { storeImages } from './stored-images.ts'

const names = (page: Page) => page.getByRole('row').locator('[data-primary] > :last-child')
const preview = (page: Page, title: string) => page.getByRole('complementary', { name: title })

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('filters are applied by Search, and cleared; all of it by keyboard alone', async ({
    page,
    day,
    t,
  }) => {
    const etoile = await day.patient('Étoile', { owner: 'Zoé Lafleur', patientId: 'K-77' })
    const rex = await day.patient('Rex', { owner: 'Max Olsen' })
    await day.study(etoile, '2026-02-10T15:00:00.000Z')
    await day.study(rex, '2026-03-11T15:00:00.000Z')
    await enter(page, day.clinic.admin, 'fr')
    await page.goto('studylist')
    await expect(names(page)).toHaveText(['Rex', 'Étoile'])

    await test.step('on a tablet that is held upright, names have room', async () => {
      const desktop = page.viewportSize()
      await page.setViewportSize({ width: 820, height: 1180 })
      await expect
        .poll(async () => (await names(page).first().boundingBox())?.width)
        .toBeGreaterThan(80)
      await expectNoSidewaysScroll(page)
      if (desktop) await page.setViewportSize(desktop)
    })

    await field(page, t('studies:filter.patientName')).fill('etoi')
    await expect(names(page)).toHaveText(['Rex', 'Étoile'])
    await button(page, t('studies:filter.search')).click()
    await expect(names(page)).toHaveText(['Étoile'])

    await field(page, t('studies:filter.patientName')).fill('olsen')
    await page.keyboard.press('Enter')
    await expect(names(page)).toHaveText(['Rex'])

    await field(page, t('studies:filter.patientName')).fill('')
    await field(page, t('studies:filter.patientId')).fill('k-7')
    await page.keyboard.press('Enter')
    await expect(names(page)).toHaveText(['Étoile'])

    await button(page, t('studies:filter.clear')).click()
    await expect(names(page)).toHaveText(['Rex', 'Étoile'])
    await field(page, t('studies:filter.dateFrom')).fill('2026-02-10')
    await field(page, t('studies:filter.dateTo')).fill('2026-02-10')
    await page.keyboard.press('Enter')
    await expect(names(page)).toHaveText(['Étoile'])

    await field(page, t('studies:filter.dateTo')).fill('2026-02-09')
    await expectFault(field(page, t('studies:filter.dateTo')), t('studies:filter.backwards'))
    await expectShut(button(page, t('studies:filter.search')), t('studies:filter.backwards'))

    await field(page, t('studies:filter.dateTo')).fill('2026-02-10')
    await field(page, t('studies:filter.patientName')).fill('nobody')
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('studies:filter.nothingFound'))).toBeVisible()

    await test.step('by keyboard alone: filter, choose, and read why a button is shut', async () => {
      await button(page, t('studies:filter.clear')).click()
      await expect(names(page)).toHaveText(['Rex', 'Étoile'])
      await field(page, t('studies:filter.patientName')).focus()
      await page.keyboard.type('re')
      await page.keyboard.press('Enter')
      await expect(names(page)).toHaveText(['Rex'])
      await row(page, 'Rex').focus()
      await page.keyboard.press('Space')
      await expect(row(page, 'Rex')).toHaveAttribute('aria-selected', 'true')
      await expectShut(button(page, t('studies:action.viewImages')), t('studies:reason.noImages'))
    })
  })
})

test('a study is deleted after a question, stays listed, and root brings it back; not one with an open case', async ({
  page,
  day,
  office,
  t,
}) => {
  const study = await day.study(await day.patient('Rex'))
  storeImages({ studyId: study })
  const remove = button(page, t('studies:action.delete'))
  const question = dialog(page, t('studies:delete.title'))
  await enter(page, day.clinic.admin)
  await page.goto('studylist')

  await test.step('deleted', async () => {
    await expectShut(remove, t('studies:reason.noneSelected'))
    await row(page, 'Rex').click()
    await remove.click()
    await button(question, t('common:action.cancel')).click()
    await expect(question).toHaveCount(0)
    await remove.click()
    await button(question, t('common:action.delete')).click()
    await expect(toast(page, t('studies:delete.done', { name: 'Rex' }))).toBeVisible()
    await expect(row(page, 'Rex')).toContainText(t('studies:deleted'))
    await expectShut(remove, t('studies:reason.alreadyDeleted'))
    await expectShut(button(page, t('studies:action.viewImages')), t('studies:reason.deleted'))
    await expect(button(page, t('studies:action.restore'))).toHaveCount(0)
  })

  await enter(page, 'root')
  await page.goto('studylist')

  await test.step('a study with an open case cannot be deleted', async () => {
    const open = page
      .getByRole('row')
      .filter({ hasText: t('studies:case.1') })
      .first()
    await open.click()
    await remove.click()
    await button(question, t('common:action.delete')).click()
    await expect(question).toHaveCount(0)
    // The notices that are folded away have it, too.
    const told = page.getByText('Study can not be deleted.', { exact: true })
    await expect(told.filter({ visible: true })).toHaveCount(1)
  })

  await test.step('root restores a deleted study', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Harrow Creek/u })
      .click()
    const clinics = dialog(page, t('shell:clinic.select'))
    await clinics.getByRole('searchbox').fill(office.mark)
    await clinics.getByText(day.clinic.name).click()
    await row(page, 'Rex').click()
    await button(page, t('studies:action.restore')).click()
    await expect(toast(page, t('studies:restore.done', { name: 'Rex' }))).toBeVisible()
    await expect(button(page, t('studies:action.delete'))).toBeEnabled()
  })
})

test('images are counted, shown in the row and in the preview, also new ones; View Images opens them', async ({
  page,
  day,
  t,
}) => {
  const rex = await day.study(await day.patient('Rex'), '2026-03-11T15:00:00.000Z')
  const bella = await day.study(await day.patient('Bella'), '2026-03-10T15:00:00.000Z')
  storeImages(
    { studyId: rex, bodyPart: 'Chest' },
    { studyId: rex, bodyPart: 'Skull', bodyPartView: 'vd' },
    { studyId: rex, bodyPart: 'Abdomen', isRejected: true },
    { studyId: rex, bodyPart: 'Scapula', isLost: true },
  )
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  await expect(row(page, 'Rex').locator('img')).toHaveCount(2)
  const viewImages = button(page, t('studies:action.viewImages'))
  await row(page, 'Bella').click()
  await expectShut(viewImages, t('studies:reason.noImages'))
  await row(page, 'Rex').click()
  const panel = preview(page, t('studies:preview.title'))
  await expect(panel.getByRole('listitem')).toHaveText(['Chest LAT', 'Skull VD', 'Scapula LAT'])
  await expect(panel.locator('img')).toHaveCount(2)
  await expectAccessible(page)

  await test.step('new studies and images appear without reloading', async () => {
    await day.study(await day.patient('Nala'))
    await expect(names(page)).toHaveText(['Nala', 'Rex', 'Bella'])
    await row(page, 'Bella').click()
    storeImages({ studyId: bella })
    await expect(panel.getByRole('listitem')).toHaveText(['Chest LAT'])
    await expect(row(page, 'Bella').locator('img')).toHaveCount(1)
  })

  await viewImages.click()
  await expect(page).toHaveURL(at('viewer'))
})

test('ten rows a page, found by any word, sorted by any column, and kept on the way back', async ({
  page,
  day,
  t,
}) => {
  for (let number = 1; number <= 12; number += 1) {
    const patient = await day.patient(`Dog ${String(number).padStart(2, '0')}`, {
      breed: number % 2 === 0 ? 'Beagle' : 'Boxer',
    })
    await day.study(patient, `2026-03-${String(number).padStart(2, '0')}T12:00:00.000Z`)
  }
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  await expect(names(page)).toHaveCount(10)
  await expect(names(page).first()).toHaveText('Dog 12')
  await button(page, t('common:table.nextPage')).click()
  await expect(names(page)).toHaveText(['Dog 02', 'Dog 01'])
  await page.getByRole('columnheader', { name: t('studies:column.patientName') }).click()
  await expect(names(page).first()).toHaveText('Dog 01')
  await page.getByRole('searchbox').fill('beag 0')
  await expect(names(page)).toHaveText(['Dog 02', 'Dog 04', 'Dog 06', 'Dog 08'])

  await page.getByRole('link', { name: t('shell:nav.settings'), exact: true }).click()
  await expect(page).toHaveURL(at('settings.*'))
  await page.getByRole('link', { name: t('shell:nav.studylist'), exact: true }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('beag 0')
  await expect(names(page)).toHaveText(['Dog 02', 'Dog 04', 'Dog 06', 'Dog 08'])
})

test('on a phone the filters open in a panel, and the preview stands below @phone-only', async ({
  page,
  day,
  t,
}) => {
  storeImages({ studyId: await day.study(await day.patient('Rex')) })
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  await expect(field(page, t('studies:filter.patientName'))).toBeHidden()
  await button(page, t('studies:filter.title')).tap()
  await field(page, t('studies:filter.patientName')).fill('rex')
  await button(page, t('studies:filter.search')).tap()
  await (await find(page, 'Rex')).tap()
  await expect(preview(page, t('studies:preview.title')).getByRole('listitem')).toHaveCount(1)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
