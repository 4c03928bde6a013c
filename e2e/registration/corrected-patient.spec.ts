import type { Locator, Page } from '@playwright/test'
import { createMouse, drawingLabels, drawingLayer, selectTool } from '../viewer/mouse.ts'
import { fullImage } from '../pages/viewer-page.ts'
import { createWriter, textEditor } from '../pages/report-page.ts'
import { createRegistrationPage } from '../pages/registration-page.ts'
import { button, enterAs } from '../support/clinic-fixture.ts'
import { addClinic, test, type RecordsFlow } from '../support/clinic-records.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { dialog, expect, pageUrl } from '../support/fixtures.ts'
import type { createTranslator } from '../support/i18n-texts.ts'
import { navigateInApp, openPage } from '../support/navigate.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { storeImages } from '../support/stored-images.ts'

type Translate = ReturnType<typeof createTranslator>

test.use({ language: 'en' })

/** A study with one image of the dog Rex. */
async function createStudy(records: ClinicRecords) {
  const patientId = await records.createPatient('Rex')
  const studyId = await records.createStudy(patientId)
  storeImages({ studyId })
  return { patientId, studyId }
}

/** The name of the patient on the capture page. */
const shownName = (page: Page, t: Translate) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ hasText: t('capture:study.patient') })
    .locator('dd')

/** The patient in the corner of the image. */
const overlayPatient = (page: Page) => page.locator('[data-line="patient"]')

async function measureHeart(page: Page, t: Translate) {
  await expect(fullImage(page)).toBeVisible()
  await selectTool(page, t, 'advanced', t('measure:tool.vhs.name'))
  const mouse = await createMouse(page, drawingLayer(page, t))
  await mouse.drag([-150, -100], [100, -100])
  await mouse.drag([100, -50], [-50, 150])
  await mouse.drag([-50, 0], [100, 100])
  await expect(drawingLabels(page)).toHaveCount(1)
  await button(page, t('viewerPanel:panel')).click()
}

/** The species whose reference range the measured heart is compared with. */
const referenceOf = (page: Page, t: Translate, population: 'dogs' | 'cats') => {
  const [species = ''] = t(`viewerPanel:reference.population.${population}`).split(':')
  return page
    .getByRole('complementary', { name: t('viewerPanel:panel') })
    .getByText(new RegExp(`^${species}:`, 'u'))
}

async function correctInRegistration({ page, records, t }: RecordsFlow) {
  const { studyId } = await createStudy(records)
  const registration = createRegistrationPage(page, t)
  await enterAs(page, records.clinic.admin, t)
  await openPage(page, 'registration')
  await page.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }))

  await test.step('capture and viewer have shown the patient before', async () => {
    await page.getByRole('row', { name: /Rex/u }).click()
    await expect(registration.section('animal.title')).toContainText('Rex')
    await navigateInApp(page, `viewer?studyId=${studyId}`)
    await expect(fullImage(page)).toBeVisible()
    await navigateInApp(page, `general?studyId=${studyId}`)
    await expect(shownName(page, t)).toHaveText('Rex')
    await navigateInApp(page, 'registration')
  })

  await test.step('the name and the species are corrected', async () => {
    await registration.button('animal.edit').click()
    await registration.editAnimal.field('animal.name').fill('Mistigri')
    await registration.editAnimal.choice(t('studies:species.Feline')).check()
    await registration.editAnimal.save.click()
    await expect(registration.editAnimal.modal).toHaveCount(0)
  })

  await test.step('capture shows the new name', async () => {
    await registration.start('AddImages').click()
    await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=${studyId}`))
    await expect(shownName(page, t)).toHaveText('Mistigri')
  })

  await test.step('the viewer compares with the reference of the new species', async () => {
    await navigateInApp(page, `viewer?studyId=${studyId}`)
    await expect(overlayPatient(page)).toContainText('Mistigri')
    await measureHeart(page, t)
    await expect(referenceOf(page, t, 'cats')).toBeVisible()
    await expect(referenceOf(page, t, 'dogs')).toHaveCount(0)
  })

  expect(await page.evaluate(() => 'isFirstLoad' in globalThis)).toBe(true)
}

async function correctByAnotherUser({ page, records, t }: RecordsFlow) {
  const { patientId, studyId } = await createStudy(records)
  const { body: patient } = await records.api<object>('GET', `patient/${patientId}`)
  const correct = async (changes: object) => {
    const { status } = await records.api('PUT', 'patient', { ...patient, ...changes })
    expect(status).toBe(200)
  }
  await enterAs(page, records.clinic.admin, t)
  // A change before the first event of the stream is not reported, so the correction is repeated.
  const expectCorrected = (changes: object, corrected: Locator) =>
    expect(async () => {
      await correct(changes)
      await expect(corrected).toBeVisible({ timeout: 3000 })
    }).toPass()

  await test.step('on the capture page', async () => {
    await openPage(page, `general?studyId=${studyId}`)
    await expect(shownName(page, t)).toHaveText('Rex')
    await expectCorrected({ name: 'Rexa' }, shownName(page, t).getByText('Rexa', { exact: true }))
  })

  await test.step('in the viewer', async () => {
    await navigateInApp(page, `viewer?studyId=${studyId}`)
    await measureHeart(page, t)
    await expect(referenceOf(page, t, 'dogs')).toBeVisible()
    await expectCorrected({ speciesId: 2 }, referenceOf(page, t, 'cats'))
    await expect(referenceOf(page, t, 'dogs')).toHaveCount(0)
  })

  await test.step('in the overlay of the viewer, and when it is opened again', async () => {
    const mistigri = overlayPatient(page).filter({ hasText: 'Mistigri' })
    await expect(mistigri).toHaveCount(0)
    await expectCorrected({ name: 'Mistigri', speciesId: 2 }, mistigri)
    // A reload of the viewer opens the study again.
    await page.reload()
    await expect(mistigri).toBeVisible()
  })
}

/** Moves a study to another patient, as another user does. */
async function moveStudy({ api }: ClinicRecords, studyId: number, patientId: number) {
  const query = `studyId=${studyId}&patientId=${patientId}`
  const { body } = await api<{ revision: string }>('GET', `reassign/study?${query}`)
  const moved = await api<{ id: number }>('POST', 'reassign/study', {
    studyId,
    patientId,
    revision: body.revision,
  })
  expect(moved.status).toBe(200)
  return moved.body.id
}

async function moveByAnotherUser({ page, records, clinicFixture, t }: RecordsFlow) {
  const { studyId, patientId } = await createStudy(records)
  const loupId = await records.createPatient('Loup', { patientId: 'MV-2', speciesId: 2 })
  const notice = (name: string) =>
    page.getByRole('status').filter({ hasText: `This study now belongs to ${name} (` })
  await enterAs(page, records.clinic.admin, t)

  await test.step('the viewer shows the new patient, and says so until the user has read it', async () => {
    await openPage(page, 'studylist')
    await expect(page.getByRole('row', { name: /Rex/u })).toBeVisible()
    await navigateInApp(page, `viewer?studyId=${studyId}`)
    await measureHeart(page, t)
    await expect(referenceOf(page, t, 'dogs')).toBeVisible()
    const moved = await moveStudy(records, studyId, loupId)
    await expect(overlayPatient(page)).toContainText('Loup')
    await expect(notice('Loup')).toBeVisible()
    await expect(referenceOf(page, t, 'cats')).toBeVisible()
    await records.api('POST', `reassign/${moved}/undo`, {})
    await expect(overlayPatient(page)).toContainText('Rex')
    await expect(notice('Rex')).toBeVisible()
    await expect(referenceOf(page, t, 'dogs')).toBeVisible()
    await button(notice('Rex'), t('common:notices.dismiss')).click()
    await expect(notice('Rex')).toHaveCount(0)
  })

  await test.step('a merge of the patients is a move of the study', async () => {
    const query = `keepId=${loupId}&mergeId=${patientId}`
    await records.api('PUT', 'patient', {
      ...(await records.api<object>('GET', `patient/${loupId}`)).body,
      speciesId: 1,
    })
    const { body } = await records.api<{ revision: string }>('GET', `reassign/patients?${query}`)
    const merge = { keepId: loupId, mergeId: patientId, revision: body.revision, take: [] }
    const merged = await records.api<{ id: number }>('POST', 'reassign/patients', merge)
    expect(merged.status).toBe(200)
    await expect(overlayPatient(page)).toContainText('Loup')
    await records.api('POST', `reassign/${merged.body.id}/undo`, {})
    await expect(overlayPatient(page)).toContainText('Rex')
  })

  await test.step('the capture page shows it as well', async () => {
    await navigateInApp(page, `general?studyId=${studyId}`)
    await expect(shownName(page, t)).toHaveText('Rex')
    const moved = await moveStudy(records, studyId, loupId)
    await expect(shownName(page, t)).toHaveText('Loup')
    await expect(notice('Loup')).toBeVisible()
    await records.api('POST', `reassign/${moved}/undo`, {})
    await expect(shownName(page, t)).toHaveText('Rex')
  })

  await test.step('a report is made for the new patient only if its author confirms it', async () => {
    const { username } = await createWriter(records, clinicFixture.createUser)
    await enterAs(page, username, t)
    await openPage(page, 'studylist')
    await expect(page.getByRole('row', { name: /Rex/u })).toBeVisible()
    await navigateInApp(page, `report?studyId=${studyId}`)
    await textEditor(page).click()
    await page.keyboard.type('Seen on the images.')
    await expect(page.getByText(t('report:status.saved'))).toBeVisible()
    await moveStudy(records, studyId, loupId)
    const moved = page.getByRole('status').filter({ hasText: 'You wrote for Rex (' })
    await expect(moved).toContainText('This study now belongs to Loup (MV-2).')
    await navigateInApp(page, 'studylist')
    await navigateInApp(page, `report?studyId=${studyId}`)
    await waitForDeliberatePress(page)
    await button(page, t('report:draft.continue')).click()
    await expect(moved).toContainText('This study now belongs to Loup (MV-2).')
    await waitForDeliberatePress(page)
    await button(page, t('report:createPdf')).click()
    const create = dialog(page, t('report:create.title'))
    const present = { present: 'Loup (MV-2)' }
    await expect(button(create, t('report:create.confirm'))).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await create.getByRole('checkbox', { name: t('report:moved.checked', present) }).click()
    await expect(moved).toHaveCount(0)
  })
}

test('a corrected patient is shown corrected on open pages', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, t }
  await test.step('a patient corrected in the registration is shown corrected in capture and viewer, without a reload', () =>
    correctInRegistration(flow))
  await test.step('a patient corrected by another user changes on the open capture and viewer pages', async () =>
    correctByAnotherUser({ ...flow, records: await addClinic(clinicFixture) }))
})

test('a study that another user moves to another patient shows it on open pages', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  await moveByAnotherUser({ page, records, clinicFixture, t })
})
