import type { Page } from '@playwright/test'
import { zipOf } from '../apps/server/src/testing/zip-of.ts'
import { test } from './clinic-day.ts'
import { dialog, expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'
import { fileOf } from './image-desk.ts'
import { button, enter, row, toast } from './office.ts'

const dicom = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/dicom', buffer })

/** A file in the hand of somebody who drags it over the page. */
const carry = (page: Page, file: Buffer) =>
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

  test('files come in, chosen, in a zip or dropped anywhere; those that are no images are named', async ({
    page,
    day,
    t,
  }) => {
    test.slow()
    const mark = day.clinic.name
    await enter(page, day.clinic.admin, 'fr')
    await page.goto('studylist')
    const window = dialog(page, t('imageForms:import.title'))
    const files = window.locator('input[type=file]:not([webkitdirectory])')
    const told = (text: string) => window.getByText(text, { exact: true })

    await test.step('files are chosen, and the list shows them', async () => {
      await button(page, t('studies:import.button')).click()
      await files.setInputFiles([
        dicom('one.dcm', fileOf(mark, 'one')),
        dicom('two.dcm', fileOf(mark, 'two')),
        dicom('one again.dcm', fileOf(mark, 'one')),
        dicom('notes.txt', Buffer.from('Rex is a good dog')),
        dicom('Thumbs.db', Buffer.from('x')),
      ])
      const summary = [
        t('imageForms:import.stored_other', { count: 2 }),
        t('imageForms:import.known_one', { count: 1 }),
        t('imageForms:import.problems_one', { count: 1 }),
      ].join(', ')
      await expect(told(summary)).toBeVisible()
      const problems = window.getByRole('list', { name: t('imageForms:import.problemList') })
      await expect(problems.getByRole('listitem')).toHaveText([/notes\.txt/u])
      await expect(problems).toContainText(t('errors:import/not-dicom'))
      await expect(button(window, t('imageForms:import.retry_one', { count: 1 }))).toBeVisible()
      await expect(window.getByRole('button', { name: /Rex/u })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(row(page, 'Rex').locator('img')).toHaveCount(2)
    })

    await test.step('they are dropped, on a narrow screen as well', async () => {
      const carried = await carry(page, fileOf(mark, 'dropped'))
      await page.dispatchEvent('main', 'dragenter', { dataTransfer: carried })
      await expect(page.getByText(t('studies:import.drop'))).toBeVisible()
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(page.getByText(t('studies:import.drop'))).toBeVisible()
      await expectNoSidewaysScroll(page)
      await page.setViewportSize({ width: 1366, height: 768 })
      await expectNoSidewaysScroll(page)
      await page.dispatchEvent('main', 'dragleave', { dataTransfer: carried })
      await expect(page.getByText(t('studies:import.drop'))).toHaveCount(0)

      await page.dispatchEvent('main', 'dragenter', { dataTransfer: carried })
      await page.dispatchEvent('main', 'drop', { dataTransfer: carried })
      const stored = t('imageForms:import.stored_one', { count: 1 })
      await expect(told(stored)).toBeVisible()
      await expect(toast(page, stored)).toBeVisible()
    })

    await test.step('a zip is taken apart, and counts its images', async () => {
      const zip = zipOf(
        Array.from({ length: 12 }, (_file, number) => ({
          name: `CD/IM${number}`,
          bytes: fileOf(mark, String(number)),
        })),
      )
      await files.setInputFiles([{ name: 'CD.zip', mimeType: 'application/zip', buffer: zip }])
      await expect(told(t('imageForms:import.stored_other', { count: 12 }))).toBeVisible()
    })
  })
})

test('an import that meets no server waits, goes on, and can be cancelled', async ({
  page,
  day,
  t,
}) => {
  test.slow()
  const mark = day.clinic.name
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  await button(page, t('studies:import.button')).click()
  const window = dialog(page, t('imageForms:import.title'))
  await page.route('**/api/image/import*', (route) => route.abort())
  const files = window.locator('input[type=file]:not([webkitdirectory])')
  const names = ['one', 'two', 'three', 'four', 'five']
  await files.setInputFiles(names.map((name) => dicom(name, fileOf(mark, name))))
  const goOn = button(window, t('imageForms:import.goOn'))
  await expect(goOn).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/api/image/import*')
  await goOn.click()
  await expect(
    window.getByText(t('imageForms:import.stored_other', { count: 5 }), { exact: true }),
  ).toBeVisible()

  await page.route('**/api/image/import*', () => {})
  await files.setInputFiles([dicom('six', fileOf(mark, 'six'))])
  await button(window, t('common:action.cancel')).click()
  await expect(window.getByText(t('imageForms:import.cancelled'))).toBeVisible()
})
