import type { Page } from '@playwright/test'
import { createZip } from '../../apps/server/src/testing/images/create-zip.ts'
import { test } from '../support/clinic-records.ts'
import { dialog, expect, expectAccessible, expectNoHorizontalScroll } from '../support/fixtures.ts'
import { createDicomFile } from '../pages/image-forms-page.ts'
import { button, signInAs, row, toast } from '../support/clinic-fixture.ts'

const dicom = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/dicom', buffer })

/** A data transfer with a file, for drag and drop. */
const createTransfer = (page: Page, file: Buffer) =>
  page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(bytes)], 'IM1'))
      return transfer
    },
    [...file],
  )

test.describe('in French', () => {
  test.use({ language: 'fr' })

  test('files are imported by choosing, as a zip or by drag and drop; files that are no images are listed', async ({
    page,
    records,
    t,
  }) => {
    test.slow()
    const mark = records.clinic.name
    await signInAs(page, records.clinic.admin, 'fr')
    await page.goto('studylist')
    const window = dialog(page, t('imageForms:import.title'))
    const files = window.locator('input[type=file]:not([webkitdirectory])')
    const message = (text: string) => window.getByText(text, { exact: true })

    await test.step('files are chosen, and the list shows them', async () => {
      await button(page, t('studies:import.button')).click()
      await files.setInputFiles([
        dicom('one.dcm', createDicomFile(mark, 'one')),
        dicom('two.dcm', createDicomFile(mark, 'two')),
        dicom('one again.dcm', createDicomFile(mark, 'one')),
        dicom('photo.jpg', Buffer.from('Rex is a good dog')),
        dicom('Thumbs.db', Buffer.from('x')),
      ])
      const summary = [
        t('imageForms:import.stored_other', { count: 2 }),
        t('imageForms:import.known_one', { count: 1 }),
        t('imageForms:import.problems_one', { count: 1 }),
      ].join(', ')
      await expect(message(summary)).toBeVisible()
      const problems = window.getByRole('list', { name: t('imageForms:import.problemList') })
      await expect(problems.getByRole('listitem')).toHaveText([/photo\.jpg/u])
      await expect(problems).toContainText(t('errors:import/not-dicom'))
      // It stays a picture, however often it is tried.
      await expect(button(window, t('imageForms:import.retry_one', { count: 1 }))).toHaveCount(0)
      await expect(window.getByRole('button', { name: /Rex/u })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(row(page, 'Rex').locator('img')).toHaveCount(2)
    })

    await test.step('files are dropped, also on a narrow screen', async () => {
      const transfer = await createTransfer(page, createDicomFile(mark, 'dropped'))
      await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer })
      await expect(page.getByText(t('studies:import.drop'))).toBeVisible()
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(page.getByText(t('studies:import.drop'))).toBeVisible()
      await expectNoHorizontalScroll(page)
      await page.setViewportSize({ width: 1366, height: 768 })
      await expectNoHorizontalScroll(page)
      await page.dispatchEvent('main', 'dragleave', { dataTransfer: transfer })
      await expect(page.getByText(t('studies:import.drop'))).toHaveCount(0)

      await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer })
      await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
      const stored = t('imageForms:import.stored_one', { count: 1 })
      await expect(message(stored)).toBeVisible()
      await expect(toast(page, stored)).toBeVisible()
    })

    await test.step('a zip is unpacked, and its images are counted', async () => {
      const zip = createZip(
        Array.from({ length: 12 }, (_file, number) => ({
          name: `CD/IM${number}`,
          bytes: createDicomFile(mark, String(number)),
        })),
      )
      await files.setInputFiles([{ name: 'CD.zip', mimeType: 'application/zip', buffer: zip }])
      await expect(message(t('imageForms:import.stored_other', { count: 12 }))).toBeVisible()
    })
  })
})

test('an import waits while the server is unreachable, resumes, and can be cancelled', async ({
  page,
  records,
  t,
}) => {
  test.slow()
  const mark = records.clinic.name
  await signInAs(page, records.clinic.admin)
  await page.goto('studylist')
  await button(page, t('studies:import.button')).click()
  const window = dialog(page, t('imageForms:import.title'))
  await page.route('**/api/image/import*', (route) => route.abort())
  const files = window.locator('input[type=file]:not([webkitdirectory])')
  const names = ['one', 'two', 'three', 'four', 'five']
  await files.setInputFiles(names.map((name) => dicom(name, createDicomFile(mark, name))))
  const goOn = button(window, t('imageForms:import.goOn'))
  await expect(goOn).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/api/image/import*')
  await goOn.click()
  await expect(
    window.getByText(t('imageForms:import.stored_other', { count: 5 }), { exact: true }),
  ).toBeVisible()

  await page.route('**/api/image/import*', () => {})
  await files.setInputFiles([dicom('six', createDicomFile(mark, 'six'))])
  await button(window, t('common:action.cancel')).click()
  await expect(window.getByText(t('imageForms:import.cancelled'))).toBeVisible()
})
