import { createRadiologist, openAs, submitCase, takeCase } from '../pages/case-page.ts'
import { openViewer } from '../pages/viewer-page.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { expect, pageUrl } from '../support/fixtures.ts'
import { servers } from '../support/servers.ts'

test('a typed answer and a message outlive a reload and an expired sign-in, and are shown if they can no longer be sent', async ({
  page: clinic,
  browser,
  baseURL,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const caseId = await submitCase(records)
  const radiologist = await createRadiologist(records, clinicFixture)
  await takeCase(radiologist.username, radiologist.id, caseId)
  const path = `editcases/${String(caseId)}`

  await test.step('a message stays over a reload and an expired sign-in', async () => {
    const reader = await openAs(browser, radiologist.username, 'en', baseURL)
    await reader.goto(path)
    const message = reader.getByLabel(t('caseReading:thread.write'))
    await message.fill('Please send the lateral view.')
    await reader.reload()
    await expect(message).toHaveValue('Please send the lateral view.')
    const token = await reader.evaluate(() => localStorage.getItem('token'))
    await fetch(`${servers.local.api}auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/json' },
      body: '{}',
    })
    await reader.reload()
    await expect(reader).toHaveURL(pageUrl('login'))
    await signInAs(reader, radiologist.username)
    await reader.goto(path)
    await expect(message).toHaveValue('Please send the lateral view.')
    await reader.context().close()
  })

  await test.step('an answer stays over a reload, and is shown when a colleague was faster', async () => {
    const asked = await radiologist.api('POST', 'radcase/requestmore', {
      caseId,
      notes: 'Since when?',
      isRadiologist: true,
    })
    expect(asked.status).toBe(200)
    await signInAs(clinic, records.clinic.admin)
    await clinic.goto(path)
    const answer = clinic.getByLabel(t('caseReading:answer.note'))
    await answer.fill('For two weeks.')
    await clinic.reload()
    await expect(answer).toHaveValue('For two weeks.')
    await records.api('POST', 'radcase/requestmore', {
      caseId,
      notes: 'Since Monday.',
      isRadiologist: false,
    })
    await expect(answer).toHaveCount(0)
    const unsent = clinic.getByRole('status').filter({ hasText: t('caseReading:unsent.answer') })
    await expect(unsent).toContainText('For two weeks.')
    await button(clinic, t('caseReading:unsent.discard')).click()
    await expect(unsent).toHaveCount(0)
    await clinic.reload()
    await expect(clinic.getByText('Since Monday.')).toBeVisible()
    await expect(unsent).toHaveCount(0)
  })
})

test('doctors create cases in the viewer, and only radiologists reach the case viewer', async ({
  page,
  browser,
  baseURL,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const caseId = await submitCase(records)
  const path = `caseviewer?caseId=${String(caseId)}`
  const doctor = await clinicFixture.createUser(records.clinic, 'doctor', { doctorCase: true })
  const nurse = await clinicFixture.createUser(records.clinic, 'nurse', {})
  const create = t('studies:action.createCase')

  await openViewer(page, doctor.username)
  await expect(button(page, create)).toBeVisible()
  await page.goto(path)
  await expect(page).not.toHaveURL(pageUrl('caseviewer'))

  const other = await openAs(browser, nurse.username, 'en', baseURL)
  await openViewer(other, nurse.username)
  await expect(button(other, create)).toHaveCount(0)
  await other.context().close()

  const radiologist = await createRadiologist(records, clinicFixture)
  const reader = await openAs(browser, radiologist.username, 'en', baseURL)
  await reader.goto(`editcases/${String(caseId)}`)
  await button(reader, t('caseReading:action.viewRadiographs')).click()
  await expect(reader).toHaveURL(pageUrl('caseviewer'))
  await expect(reader.getByRole('application').first()).toBeVisible()
  await reader.context().close()
})
