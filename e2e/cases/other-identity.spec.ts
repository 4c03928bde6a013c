import { test } from '../pages/case-fixture.ts'
import { openAs } from '../pages/case-page.ts'
import { createColleague, submitCase } from '../pages/case-records.ts'
import { button, field, findRow, signInAs, toast } from '../support/clinic-fixture.ts'
import { dialog, expect, pageUrl } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { storeImages } from '../support/stored-images.ts'

test('Create Case names both animals before it sends a case, and the case is marked', async ({
  page,
  records,
  t,
}) => {
  const { api, createPatient, createStudy } = records
  await api('POST', 'clinicprofile', { firstName: 'Nora', lastName: 'Whitlock' })
  const studyId = await createStudy(await createPatient('Ivy', { breed: 'Labrador Retriever' }))
  storeImages({ studyId, bodyPart: 'Chest', bodyPartView: 'VD' })
  await signInAs(page, records.clinic.admin)
  await page.goto('studylist')
  await (await findRow(page, 'Ivy')).click()
  await waitForDeliberatePress(page)
  await button(page, t('studies:action.createCase')).click()
  const form = dialog(page, t('studies:action.createCase'))
  await field(form, t('caseForm:field.patientName')).fill('Rex')
  await field(form, t('caseForm:field.birthDate')).fill('2020-03-09')
  await waitForDeliberatePress(page)
  await button(form, t('caseForm:submit')).click()
  const question = dialog(page, t('cases:identity.title'))
  await expect(question).toContainText('Name: Rex in the request, Ivy in the record')
  await waitForDeliberatePress(page)
  await button(question, t('caseForm:identity.back')).click()
  await expect(form).toContainText(t('caseForm:identity.kept'))
  await expect(field(form, t('caseForm:field.patientName'))).toHaveValue('Rex')
  await waitForDeliberatePress(page)
  await button(form, t('caseForm:submit')).click()
  await waitForDeliberatePress(page)
  await button(question, t('caseForm:identity.send')).click()
  await expect(toast(page, t('caseForm:created'))).toBeVisible()
  await page.goto('cases')
  await expect(await findRow(page, 'Rex')).toContainText(t('cases:identity.mark', { name: 'Ivy' }))
})

test('a radiologist is asked before taking a case for which a colleague is requested', async ({
  browser,
  baseURL,
  records,
  clinicFixture,
  t,
  radiologist,
}) => {
  const colleague = await createColleague(records, clinicFixture)
  const caseId = await submitCase(records, { requestedRadiologistId: colleague.id })
  const reader = await openAs(browser, radiologist.username, 'en', baseURL)
  await reader.goto(`editcases/${String(caseId)}`)
  await expect(reader.getByText(t('cases:requested', { name: colleague.name }))).toBeVisible()
  await waitForDeliberatePress(reader)
  await button(reader, t('cases:action.take')).click()
  const question = dialog(reader, t('cases:requestedOther.title'))
  await expect(question).toContainText(colleague.name)
  await waitForDeliberatePress(reader)
  await button(question, t('common:action.cancel')).click()
  await expect(reader).toHaveURL(pageUrl(`editcases/${String(caseId)}`))
  await expect(button(reader, t('cases:action.take'))).toBeVisible()
})
