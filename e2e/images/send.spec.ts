import { openPage } from '../support/navigate.ts'
import { hasDcmtk, noDcmtk, startStorescp } from '../../apps/server/src/testing/dicom/dcmtk.ts'
import { addClinic, test, type RecordsFlow } from '../support/clinic-records.ts'
import { pageUrl, expect, expectAccessible } from '../support/fixtures.ts'
import { importImages, openImageForm, imageOptions } from '../pages/image-forms-page.ts'
import { button, enterAs, expectDisabled, row, toast } from '../support/clinic-fixture.ts'
import type { Api } from '../support/clinic-fixture.ts'

const addDicomServer = async (
  asSuper: Api,
  clinicId: number,
  port: number,
  serverName = 'Archive',
) => {
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

async function failToSend({ page, records, clinicFixture, t }: RecordsFlow) {
  await addDicomServer(clinicFixture.asSuper, records.clinic.id, 9)
  await importImages(records, ['one'])
  await enterAs(page, records.clinic.admin, t)
  await openPage(page, 'studylist')
  const form = await openImageForm(page, t, 'send')
  await imageOptions(form).first().click()
  await button(form, t('imageForms:send.send')).click()
  await expect(toast(page, 'Failed to Send')).toBeVisible({ timeout: 30_000 })
  await expect(form.getByRole('alert')).toBeVisible()
  await button(form, t('imageForms:queue.open')).click()
  await expect(page).toHaveURL(pageUrl('settings/dicom-queue'))
  await expect(row(page, 'Rex')).toContainText('Archive')
  await row(page, 'Rex').click()
  await button(page, t('imageForms:queue.cancel')).click()
  await expect(toast(page, t('imageForms:queue.cancelled_one', { count: 1 }))).toBeVisible()
  await expect(page.getByText(t('imageForms:queue.emptyTitle'))).toBeVisible()
  await page.getByRole('combobox', { name: t('imageForms:queue.state') }).selectOption('cancelled')
  await expect(row(page, 'Rex')).toContainText(t('imageForms:state.cancelled'))
  await expectAccessible(page)
}

async function sendImages({ page, records, clinicFixture, t }: RecordsFlow) {
  test.skip(!hasDcmtk, noDcmtk)
  const archive = await startStorescp()
  await addDicomServer(clinicFixture.asSuper, records.clinic.id, archive.port)
  await addDicomServer(clinicFixture.asSuper, records.clinic.id, 9, 'Offline')
  await importImages(records, ['one', 'two'])
  await enterAs(page, records.clinic.admin, t)
  await openPage(page, 'studylist')
  const form = await openImageForm(page, t, 'send')
  const send = button(form, t('imageForms:send.send'))
  await expectDisabled(send, t('imageForms:send.chooseServer'))
  await form.getByRole('radio', { name: /Archive/u }).check()
  await expectDisabled(send, t('imageForms:picker.choose'))
  await button(form, t('imageForms:picker.all')).click()
  await send.click()
  await expect(toast(page, 'DICOM Sent')).toBeVisible()
  await expect(form.getByRole('listitem').getByText(t('imageForms:state.sent'))).toHaveCount(2)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await archive.close()
}

test('images are sent to a DICOM server, and a failed send is reported', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, t }
  await test.step('a failed DICOM send is reported with its reason, and stays in the queue', () =>
    failToSend(flow))
  await test.step('images are sent to a DICOM server, with the state of each', async () =>
    sendImages({ ...flow, records: await addClinic(clinicFixture) }))
})
