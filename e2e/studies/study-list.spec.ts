import { openPage } from '../support/navigate.ts'
import type { Page } from '@playwright/test'
import { addClinic, test, type RecordsFlow } from '../support/clinic-records.ts'
import {
  pageUrl,
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
} from '../support/fixtures.ts'
import {
  button,
  enterAs,
  signInAs,
  expectFieldError,
  expectDisabled,
  field,
  findRow,
  row,
  toast,
} from '../support/clinic-fixture.ts'
import { storeImages } from '../support/stored-images.ts'

const names = (page: Page) => page.getByRole('row').locator('[data-primary] > :last-child')
const preview = (page: Page, title: string) => page.getByRole('complementary', { name: title })

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('study filters are applied by Search and cleared, also by keyboard', async ({
    page,
    records,
    t,
  }) => {
    const etoile = await records.createPatient('Étoile', {
      owner: 'Zoé Lafleur',
      patientId: 'K-77',
    })
    const rex = await records.createPatient('Rex', { owner: 'Max Olsen' })
    await records.createStudy(etoile, '2026-02-10T15:00:00.000Z')
    await records.createStudy(rex, '2026-03-11T15:00:00.000Z')
    await signInAs(page, records.clinic.admin, 'fr')
    await page.goto('studylist')
    await expect(names(page)).toHaveText(['Rex', 'Étoile'])

    await test.step('on a tablet in portrait orientation, names have enough space', async () => {
      const desktop = page.viewportSize()
      await page.setViewportSize({ width: 820, height: 1180 })
      await expect
        .poll(async () => (await names(page).first().boundingBox())?.width)
        .toBeGreaterThan(80)
      await expectNoHorizontalScroll(page)
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
    await expectFieldError(field(page, t('studies:filter.dateTo')), t('studies:filter.backwards'))
    await expectDisabled(button(page, t('studies:filter.search')), t('studies:filter.backwards'))

    await field(page, t('studies:filter.dateTo')).fill('2026-02-10')
    await field(page, t('studies:filter.patientName')).fill('nobody')
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('studies:filter.nothingFound'))).toBeVisible()

    await test.step('by keyboard: filter, select, and read why a button is disabled', async () => {
      await button(page, t('studies:filter.clear')).click()
      await expect(names(page)).toHaveText(['Rex', 'Étoile'])
      await field(page, t('studies:filter.patientName')).focus()
      await page.keyboard.type('re')
      await page.keyboard.press('Enter')
      await expect(names(page)).toHaveText(['Rex'])
      await row(page, 'Rex').focus()
      await page.keyboard.press('Space')
      await expect(row(page, 'Rex')).toHaveAttribute('aria-selected', 'true')
      await expectDisabled(
        button(page, t('studies:action.viewImages')),
        t('studies:reason.noImages'),
      )
    })
  })
})

async function listStudies({ page, records, t }: RecordsFlow) {
  for (let number = 1; number <= 12; number += 1) {
    const patient = await records.createPatient(`Dog ${String(number).padStart(2, '0')}`, {
      breed: number % 2 === 0 ? 'Beagle' : 'Boxer',
    })
    await records.createStudy(patient, `2026-03-${String(number).padStart(2, '0')}T12:00:00.000Z`)
  }
  await enterAs(page, records.clinic.admin, t)
  await openPage(page, 'studylist')
  await expect(names(page)).toHaveCount(10)
  await expect(names(page).first()).toHaveText('Dog 12')
  await button(page, t('common:table.nextPage')).click()
  await expect(names(page)).toHaveText(['Dog 02', 'Dog 01'])
  await page.getByRole('columnheader', { name: t('studies:column.patientName') }).click()
  await expect(names(page).first()).toHaveText('Dog 01')
  await page.getByRole('searchbox').fill('beag 0')
  await expect(names(page)).toHaveText(['Dog 02', 'Dog 04', 'Dog 06', 'Dog 08'])

  await page.getByRole('link', { name: t('shell:nav.settings'), exact: true }).click()
  await expect(page).toHaveURL(pageUrl('settings.*'))
  await page.getByRole('link', { name: t('shell:nav.studylist'), exact: true }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('beag 0')
  await expect(names(page)).toHaveText(['Dog 02', 'Dog 04', 'Dog 06', 'Dog 08'])
}

async function previewImages({ page, records, t }: RecordsFlow) {
  const rex = await records.createStudy(
    await records.createPatient('Rex'),
    '2026-03-11T15:00:00.000Z',
  )
  const bella = await records.createStudy(
    await records.createPatient('Bella'),
    '2026-03-10T15:00:00.000Z',
  )
  storeImages(
    { studyId: rex, bodyPart: 'Chest' },
    { studyId: rex, bodyPart: 'Skull', bodyPartView: 'vd' },
    { studyId: rex, bodyPart: 'Abdomen', isRejected: true },
    { studyId: rex, bodyPart: 'Scapula', isLost: true },
  )
  await enterAs(page, records.clinic.admin, t)
  await openPage(page, 'studylist')
  await expect(row(page, 'Rex').locator('img')).toHaveCount(2)
  const viewImages = button(page, t('studies:action.viewImages'))
  await row(page, 'Bella').click()
  await expectDisabled(viewImages, t('studies:reason.noImages'))
  await row(page, 'Rex').click()
  const panel = preview(page, t('studies:preview.title'))
  await expect(panel.getByRole('listitem')).toHaveText(['Chest LAT', 'Skull VD', 'Scapula LAT'])
  await expect(panel.locator('img')).toHaveCount(2)
  await expectAccessible(page)

  await test.step('new studies and images appear without reloading', async () => {
    await records.createStudy(await records.createPatient('Nala'))
    await expect(names(page)).toHaveText(['Nala', 'Rex', 'Bella'])
    await row(page, 'Bella').click()
    storeImages({ studyId: bella })
    await expect(panel.getByRole('listitem')).toHaveText(['Chest LAT'])
    await expect(row(page, 'Bella').locator('img')).toHaveCount(1)
  })

  await viewImages.click()
  await expect(page).toHaveURL(pageUrl('viewer'))
}

async function deleteStudy({ page, records, clinicFixture, t }: RecordsFlow) {
  const study = await records.createStudy(await records.createPatient('Rex'))
  storeImages({ studyId: study })
  const remove = button(page, t('studies:action.delete'))
  const question = dialog(page, t('studies:delete.title'))
  await enterAs(page, records.clinic.admin, t)
  await openPage(page, 'studylist')

  await test.step('deleted', async () => {
    await expectDisabled(remove, t('studies:reason.noneSelected'))
    await row(page, 'Rex').click()
    await remove.click()
    await button(question, t('common:action.cancel')).click()
    await expect(question).toHaveCount(0)
    await remove.click()
    await button(question, t('common:action.delete')).click()
    await expect(toast(page, t('studies:delete.done', { name: 'Rex' }))).toBeVisible()
    // The toast leaves the buttons of the preview free.
    const [message, drawer] = await Promise.all([
      toast(page, t('studies:delete.done', { name: 'Rex' })).boundingBox(),
      preview(page, t('studies:preview.title')).boundingBox(),
    ])
    expect((message?.x ?? 0) + (message?.width ?? 0)).toBeLessThanOrEqual(drawer?.x ?? 0)
    await expect(row(page, 'Rex')).toContainText(t('studies:deleted'))
    await expectDisabled(remove, t('studies:reason.alreadyDeleted'))
    await expectDisabled(button(page, t('studies:action.viewImages')), t('studies:reason.deleted'))
    await expect(button(page, t('studies:action.restore'))).toBeEnabled()
  })

  await test.step('the deletion is undone by the admin who made it, and repeated', async () => {
    await button(page, t('studies:delete.undo')).first().click()
    await expect(toast(page, t('studies:restore.undone'))).toBeVisible()
    const restore = button(page, t('studies:action.restore'))
    await expect(restore).toHaveCount(0)
    // The notice lies over the button until it disappears.
    await remove.press('Enter')
    await button(question, t('common:action.delete')).click()
    await expect(restore).toBeEnabled()
  })

  await enterAs(page, 'root', t)
  await openPage(page, 'studylist')

  await test.step('a study with an open case cannot be deleted', async () => {
    const open = page
      .getByRole('row')
      .filter({ hasText: t('studies:case.1') })
      .first()
    await open.click()
    await remove.click()
    await button(question, t('common:action.delete')).click()
    await expect(question).toHaveCount(0)
    // The hidden list of past notifications contains the text, too.
    const refusal = page.getByText('Study can not be deleted.', { exact: true })
    await expect(refusal.filter({ visible: true })).toHaveCount(1)
  })

  await test.step('root restores a deleted study', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Harrow Creek/u })
      .click()
    const clinics = dialog(page, t('shell:clinic.select'))
    await clinics.getByRole('searchbox').fill(clinicFixture.mark)
    await clinics.getByText(records.clinic.name).click()
    await row(page, 'Rex').click()
    await button(page, t('studies:action.restore')).click()
    await expect(toast(page, t('studies:restore.done', { name: 'Rex' }))).toBeVisible()
    await expect(button(page, t('studies:action.delete'))).toBeEnabled()
  })
}

test('studies are listed, previewed, deleted and restored', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, t }
  await test.step('the study list has pages of ten, is searched and sorted, and keeps its state on return', () =>
    listStudies(flow))
  await test.step('images of a study, also new ones, appear in its row and in the preview; View Images opens them', async () =>
    previewImages({ ...flow, records: await addClinic(clinicFixture) }))
  await test.step('a study is deleted after a confirmation, stays listed and is restored by an admin or root; one with an open case is not deleted', async () =>
    deleteStudy({ ...flow, records: await addClinic(clinicFixture) }))
})

test('on a phone the filters open in a panel, and the preview is below the list @phone-only', async ({
  page,
  records,
  t,
}) => {
  storeImages({ studyId: await records.createStudy(await records.createPatient('Rex')) })
  await signInAs(page, records.clinic.admin)
  await page.goto('studylist')
  await expect(field(page, t('studies:filter.patientName'))).toBeHidden()
  await button(page, t('studies:filter.title')).tap()
  await field(page, t('studies:filter.patientName')).fill('rex')
  await button(page, t('studies:filter.search')).tap()
  await (await findRow(page, 'Rex')).tap()
  await expect(preview(page, t('studies:preview.title')).getByRole('listitem')).toHaveCount(1)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
})
