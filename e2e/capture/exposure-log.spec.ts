import { button, field, toast } from '../support/clinic-fixture.ts'
import { changeUser, dialog, pageUrl } from '../support/fixtures.ts'
import { openPage } from '../support/navigate.ts'
import { storeImages } from '../support/stored-images.ts'
import { createCapturePage, openGeneralCapture, processingTimeout } from '../pages/capture-page.ts'
import { expect, test, type CaptureFlow } from './capture-fixture.ts'

test.use({ language: 'en' })

async function correctHolders({ page, records, simulator, t }: CaptureFlow) {
  const { study, capture } = await openGeneralCapture(page, records, t, { parts: ['Chest'] })
  await capture.start('xray').click()
  await expect(capture.start('waiting')).toBeVisible(processingTimeout)
  await simulator.expose()
  await expect(capture.slides).toHaveCount(1, processingTimeout)

  const restraint = page.getByRole('button', { name: t('restraint:holders') })
  await restraint.click()
  const panel = page.getByRole('dialog', { name: t('restraint:holders') })
  await field(panel, t('restraint:add')).fill('Anna')
  await page.keyboard.press('Enter')
  await expect(restraint).toContainText('Anna')
  const readExposures = async () =>
    (await records.api<readonly object[]>('GET', `study/${study}/exposures`)).body
  expect(await readExposures()).toMatchObject([{ restraint: { holders: '' } }])

  await button(panel, t('restraint:correct.open')).click()
  const correction = dialog(page, t('restraint:correct.title'))
  const save = correction.getByRole('button', { name: /^Correct \d/u })
  await expect(save).toHaveAccessibleDescription(t('restraint:correct.chooseFirst'))
  await correction.getByRole('checkbox', { name: /Chest RLAT/u }).check()
  await save.click()
  await expect(toast(page, '1 exposure has been corrected')).toBeVisible()
  expect(await readExposures()).toMatchObject([
    { restraint: { holders: 'Anna' }, corrections: [{ previous: { holders: '' } }] },
  ])
}

async function finishAs(
  { page, records, clinicFixture, t }: CaptureFlow,
  role: string,
  flags: object,
) {
  const study = await records.createStudy(await records.createPatient('Rex'))
  storeImages({ studyId: study })
  const { username } = await clinicFixture.createUser(records.clinic, role, flags)
  await changeUser(page, username, t)
  await openPage(page, `general?studyId=${study}`)
  const capture = createCapturePage(page, t)
  await expect(capture.slides).toHaveCount(1, processingTimeout)
  const sent = page.waitForResponse((response) => response.url().endsWith('dicomServer/send/auto'))
  await capture.finish.click()
  expect((await sent).status()).toBe(200)
  await expect(page).toHaveURL(pageUrl('registration'))
  await expect(page.getByRole('alert')).toHaveCount(0)
  const { body } = await records.api('GET', `image?studyId=${study}`)
  expect(body).toMatchObject([{ isAutoSent: true }])
}

test('holders of an exposure are corrected, and operators and staff finish a capture', async ({
  page,
  records,
  clinicFixture,
  simulator,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, simulator, t }
  await test.step('holders entered after an exposure change it only by a correction, which keeps the old value', () =>
    correctHolders(flow))
  await clinicFixture.asSuper('POST', 'dicomServer', {
    clinicId: records.clinic.id,
    serverName: 'Archive',
    aeTitle: 'ARCHIVE',
    host: '127.0.0.1',
    port: 9,
    description: 'TALUS',
    autoSend: true,
  })
  for (const [role, flags] of [
    ['operator', { operator: true }],
    ['staff', {}],
  ] as const)
    await test.step(`Finish queues the images of a capture by a user with the role ${role}, without an error`, () =>
      finishAs(flow, role, flags))
})
