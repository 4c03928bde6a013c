import { test } from '../pages/case-fixture.ts'
import { dotPng, submitCase, submitCases, takeCase } from '../pages/case-records.ts'
import { button, signInAs, toast } from '../support/clinic-fixture.ts'
import { expect, expectAccessible, pageUrl } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

for (const language of ['en', 'fr'] as const)
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('the bell of an open page rings without a reload when a radiologist takes a case', async ({
      page,
      records,
      t,
      radiologist,
    }) => {
      const caseId = await submitCase(records)
      await signInAs(page, records.clinic.admin, language)
      await page.goto('studylist')
      await expect(button(page, t('common:notices.title'))).toBeVisible()
      await takeCase(radiologist, caseId)
      const bell = button(page, t('common:notices.unread_one', { count: 1 }))
      await expect(bell).toBeVisible()
      await bell.click()
      const notice = page.getByText(
        t('caseNotices:kind.taken', { actor: 'Rachel Dunmore', patient: 'Rex' }),
      )
      await expect(notice).toBeVisible()
      await waitForDeliberatePress(page)
      await notice.click()
      await expect(page).toHaveURL(pageUrl(`editcases/${String(caseId)}`))
      await expect(button(page, t('common:notices.title'))).toBeVisible()
    })
  })

test('the page of a case marks its notices as read, those of messages when the thread is shown', async ({
  page,
  records,
  t,
  assignedCase: caseId,
  radiologist,
}) => {
  const path = `radcase/${String(caseId)}`
  const other = await submitCase(records)
  await takeCase(radiologist, other)
  const write = (text: string) => records.api('POST', `${path}/messages`, { text })
  // Other tests submit cases in the meantime, whose notices all radiologists get.
  const expectUnread = (unread: number) =>
    expect
      .poll(async () => {
        const path = `radcase/notices/unread?caseId=${String(caseId)}`
        return (await radiologist.api<{ unread: number }>('GET', path)).body.unread
      })
      .toBe(unread)
  const tab = page.getByRole('tab', { name: /^Messages/u })
  const thread = page.getByRole('tabpanel', { name: /^Messages/u })
  await radiologist.api('POST', 'radcase/notices/read', {})

  await test.step('a message that arrives while the request is shown is counted, and read in the thread', async () => {
    await signInAs(page, radiologist.username)
    await page.goto(`editcases/${String(caseId)}`)
    await expect(page.getByText('Coughing for two weeks.')).toBeInViewport()
    await expectUnread(0)
    await write('It was the left leg.')
    await expect(tab).toHaveAccessibleName('Messages 1 new')
    await expectUnread(1)
    await expect(page.getByText('Coughing for two weeks.')).toBeInViewport()
    await page.keyboard.press('F9')
    await expect(thread.getByText('It was the left leg.')).toBeInViewport()
    await expect(tab).toHaveAccessibleName('Messages')
    await expectUnread(0)
  })

  await test.step('the notice of a message leads to the thread', async () => {
    await page.goto('cases')
    await write('The second message')
    await page.getByRole('button', { name: /^Notices/u }).click()
    await waitForDeliberatePress(page)
    await page
      .getByText(/wrote about Rex/u)
      .first()
      .click()
    await expect(thread.getByText('The second message')).toBeInViewport()
    await expectUnread(0)
  })

  await test.step('a case that is opened from the list shows a text that was not seen', async () => {
    await page.goto('cases')
    await write('The third message')
    await expectUnread(1)
    await page.goto(`editcases/${String(caseId)}`)
    await expect(thread.getByText('The third message')).toBeInViewport()
    await expectUnread(0)
  })

  await test.step('a message that is typed and not sent is kept, and marked at its tab', async () => {
    const field = thread.getByRole('textbox')
    await field.fill('Is the cough productive?')
    await page.reload()
    await expect(tab).toHaveAccessibleName(`Messages ${t('caseReading:reference.unsent')}`)
    await tab.click()
    await expect(field).toHaveValue('Is the cough productive?')
    await field.fill('')
    await expect(tab).toHaveAccessibleName('Messages')
  })

  const bell = (count: number) =>
    button(
      page,
      t(count === 1 ? 'common:notices.unread_one' : 'common:notices.unread_other', { count }),
    )
  await test.step('the notices of the clinic are read by opening the case, and no other ones', async () => {
    await radiologist.api('POST', `${path}/critical`, { text: 'Pneumothorax' })
    await radiologist.api('POST', 'radcase/requestmore', {
      caseId,
      notes: 'Since when?',
      isRadiologist: true,
    })
    await signInAs(page, records.clinic.admin)
    await page.goto('cases')
    await expect(bell(4)).toBeVisible()
    await page.goto(`editcases/${String(caseId)}`)
    await expect(page.getByText('Since when?').first()).toBeInViewport()
    await expect(bell(1)).toBeVisible()
  })
})

test('a kind that is switched off in the account no longer rings, and others do', async ({
  page,
  records,
  radiologist,
}) => {
  const [first] = await submitCases(records, [{}])
  await signInAs(page, records.clinic.admin)
  await page.goto('account')
  const taken = page.getByRole('checkbox', { name: 'Case taken, Bell' })
  await expect(taken).toBeChecked()
  // Only radiologists get notices of new cases.
  await expect(page.getByRole('checkbox', { name: 'New case, Bell' })).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'Critical finding, Bell' })).toBeDisabled()
  await expectAccessible(page)
  const saved = page.waitForResponse('**/radcase/notices/preferences')
  await taken.uncheck()
  await saved
  await page.reload()
  await expect(taken).not.toBeChecked()

  await takeCase(radiologist, first ?? 0)
  await radiologist.api('POST', 'radcase/requestmore', { caseId: first, notes: 'Since when?' })
  await button(page, 'Notices, 1 new').click()
  await expect(page.getByText('Rachel Dunmore asks about Rex')).toBeVisible()
  await expect(page.getByText('Rachel Dunmore took the case of Rex')).toHaveCount(0)
})

test('a radiologist types title and licence, and uploads and removes the picture of the signature', async ({
  page,
  radiologist,
}) => {
  await signInAs(page, radiologist.username)
  await page.goto('account')
  const form = page.getByRole('form', { name: 'Signature' })
  await form.getByLabel('Title').fill('DVM, DACVR')
  await form.getByLabel('Licence').fill('Licence 12345')
  await button(form, 'Save').click()
  await expect(toast(page, 'The signature was saved')).toBeVisible()
  await expect(page.getByText('No picture: your typed signature is printed')).toBeVisible()
  await page
    .locator('input[type=file][accept="image/png,image/jpeg"]')
    .setInputFiles({ name: 'signature.png', mimeType: 'image/png', buffer: dotPng })
  const picture = page.getByRole('img', { name: 'Picture of the signature' })
  await expect(picture).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Title')).toHaveValue('DVM, DACVR')
  await expect(form.getByLabel('Licence')).toHaveValue('Licence 12345')
  await expect(picture).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Remove the picture').click()
  await expect(picture).toHaveCount(0)
  await expect(page.getByText('No picture: your typed signature is printed')).toBeVisible()
})

test('the page of a case has one button, for its own finding, and a double click acknowledges one', async ({
  page,
  records,
  radiologist,
}) => {
  const ids = await submitCases(records, [{ patientName: 'Flow' }, { patientName: 'Juno' }])
  const [flow = 0, juno = 0] = ids
  for (const id of ids) {
    await takeCase(radiologist, id)
    await radiologist.api('POST', `radcase/${String(id)}/critical`, {
      text: `Urgent ${String(id)}`,
    })
  }
  const acknowledge = page.getByRole('button', { name: /^Acknowledge/u })
  await signInAs(page, records.clinic.admin)

  await test.step('the findings of other cases are links below the own one', async () => {
    await page.goto(`editcases/${String(juno)}`)
    await expect(acknowledge).toHaveCount(1)
    await expect(acknowledge).toHaveAccessibleName(/^Acknowledge ?: Juno, /u)
    const link = page.getByRole('link', { name: /^Flow, / })
    await expect(page.getByRole('alert').filter({ has: link })).toContainText(
      '1 more critical finding:',
    )
    await link.click()
    await expect(page).toHaveURL(pageUrl(`editcases/${String(flow)}`))
    await expect(acknowledge).toHaveAccessibleName(/^Acknowledge ?: Flow, /u)
  })

  await test.step('a double click on the banner leaves the finding that moves under the pointer', async () => {
    await page.goto('studylist')
    await expect(acknowledge).toHaveAccessibleName(/^Acknowledge ?: Juno, /u)
    await waitForDeliberatePress(page)
    await acknowledge.click()
    await expect(acknowledge).toHaveAccessibleName(/^Acknowledge ?: Flow, /u)
    await acknowledge.click()
    await expect(acknowledge).toBeVisible()
    const { body } = await records.api<readonly unknown[]>('GET', 'radcase/cases/critical')
    expect(body).toHaveLength(1)
  })
})
