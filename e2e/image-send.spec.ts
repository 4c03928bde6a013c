import { hasDcmtk, noDcmtk, storescp } from '../apps/server/src/testing/dcmtk.ts'
import { test } from './clinic-day.ts'
import { at, expect, expectAccessible } from './fixtures.ts'
import { importImages, openImageForm, pictures } from './image-desk.ts'
import { button, enter, expectShut, row, toast } from './office.ts'
import type { Api } from './office.ts'

const serverAt = async (asSuper: Api, clinicId: number, port: number, serverName = 'Archive') => {
  const { status } = await asSuper('POST', 'dicomServer', {
    clinicId,
    serverName,
    aeTitle: 'ARCHIVE',
    host: '127.0.0.1',
    port,
    description: 'TALUS',
  })
  expect(status).toBeLessThan(300)
}

test('images are sent to a server, one by one', async ({ page, day, office, t }) => {
  test.skip(!hasDcmtk, noDcmtk)
  const archive = await storescp()
  await serverAt(office.asSuper, day.clinic.id, archive.port)
  await serverAt(office.asSuper, day.clinic.id, 9, 'Nobody')
  await importImages(day, ['one', 'two'])
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  const form = await openImageForm(page, t, 'send')
  const send = button(form, t('imageForms:send.send'))
  await expectShut(send, t('imageForms:send.chooseServer'))
  await form.getByRole('radio', { name: /Archive/u }).check()
  await expectShut(send, t('imageForms:picker.choose'))
  await button(form, t('imageForms:picker.all')).click()
  await send.click()
  await expect(toast(page, 'DICOM Sent')).toBeVisible()
  await expect(form.getByRole('listitem').getByText(t('imageForms:state.sent'))).toHaveCount(2)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await archive.close()
})

test('what cannot be sent is told with its reason, and stands in the queue', async ({
  page,
  day,
  office,
  t,
}) => {
  await serverAt(office.asSuper, day.clinic.id, 9)
  await importImages(day, ['one'])
  await enter(page, day.clinic.admin)
  await page.goto('studylist')
  const form = await openImageForm(page, t, 'send')
  await pictures(form).first().click()
  await button(form, t('imageForms:send.send')).click()
  await expect(toast(page, 'Failed to Send')).toBeVisible({ timeout: 30_000 })
  await expect(form.getByRole('alert')).toBeVisible()
  await button(form, t('imageForms:queue.open')).click()
  await expect(page).toHaveURL(at('settings/dicom-queue'))
  await expect(row(page, 'Rex')).toContainText('Archive')
  await row(page, 'Rex').click()
  await button(page, t('imageForms:queue.cancel')).click()
  await expect(toast(page, t('imageForms:queue.cancelled_one', { count: 1 }))).toBeVisible()
  await expect(page.getByText(t('imageForms:queue.emptyTitle'))).toBeVisible()
  await page.getByRole('combobox', { name: t('imageForms:queue.state') }).selectOption('cancelled')
  await expect(row(page, 'Rex')).toContainText(t('imageForms:state.cancelled'))
  await expectAccessible(page)
})
