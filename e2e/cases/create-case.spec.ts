import { test } from '../support/clinic-records.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import {
  button,
  expectFieldError,
  field,
  findRow,
  row,
  signInAs,
  toast,
} from '../support/clinic-fixture.ts'
import { dialog, expect, expectAccessible, expectNoHorizontalScroll } from '../support/fixtures.ts'
import { tabTo, waitForDeliberatePress } from '../support/keyboard.ts'
import { storeImages } from '../support/stored-images.ts'
import { listFlowLanguages } from '../support/flow-languages.ts'

/** The history is typed as answers to questions. */
const specifiedFields = [
  'referringVeterinarianId',
  'patientName',
  'breedId',
  'speciesId',
  'modality',
  'birthDate',
  'sex',
  'spayed',
  'weight',
  'weightUnit',
  'ownerName',
  'address',
  'phone',
  'additionalNotes',
  'studyTypes',
  'priority',
] as const

/** A dog with two views of its thorax, in a clinic with one doctor. */
async function createThorax({ api, createPatient, createStudy }: ClinicRecords, name: string) {
  await api('POST', 'clinicprofile', { firstName: 'Nora', lastName: 'Whitlock' })
  const study = await createStudy(await createPatient(name, { breed: 'Labrador Retriever' }))
  storeImages(
    { studyId: study, bodyPart: 'Chest', bodyPartView: 'RLAT' },
    { studyId: study, bodyPart: 'Chest', bodyPartView: 'VD' },
  )
}

for (const language of listFlowLanguages('en'))
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('a clinic sends a case from the study list, although the first request fails', async ({
      page,
      records,
      clinicFixture,
      t,
    }) => {
      await createThorax(records, 'Rex')
      await signInAs(page, records.clinic.admin, language)
      await page.goto('studylist')
      await (await findRow(page, 'Rex')).click()
      const open = async () => {
        await waitForDeliberatePress(page)
        await button(page, t('studies:action.createCase')).click()
        await expect(field(form, t('cases:prompt.question'))).toBeVisible()
      }
      const form = dialog(page, t('studies:action.createCase'))
      await open()
      await expect(field(form, t('caseForm:field.patientName'))).toHaveValue('Rex')
      await test.step('the form has every field of the specification', async () => {
        for (const name of specifiedFields)
          await expect(form.getByLabel(t(`caseForm:field.${name}`)).first()).toBeVisible()
        await expect(field(form, t('cases:prompt.complaint'))).toBeVisible()
        await expect(
          form.getByRole('group', { name: t('caseForm:files.title'), exact: true }),
        ).toBeVisible()
        await expect(
          form.getByText(t('caseForm:images.count', { chosen: 2, total: 2 })),
        ).toBeVisible()
      })
      await test.step('the texts of the priorities begin at the edge of their cards', async () => {
        const card = form.locator('label').filter({ hasText: t('cases:priority.Urgent') })
        const indent = await card.evaluate((element) => {
          const text = element.querySelector('span')
          if (!text) return Number.NaN
          return text.getBoundingClientRect().left - element.getBoundingClientRect().left
        })
        expect(indent).toBeLessThan(16)
      })
      await expect(form).toContainText(
        t('caseForm:missing', {
          part: language === 'en' ? 'Chest' : 'Thorax',
          view: t('caseForm:view.LLAT'),
        }),
      )
      await expectAccessible(page, '[role=dialog]')

      const input = form.getByLabel(t('caseForm:files.title')).and(form.locator('input'))
      const labs = { name: 'labs.txt', mimeType: 'text/plain', buffer: Buffer.from('ALT 40') }
      await input.setInputFiles([
        labs,
        { name: 'labs.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
      ])
      await expect(form).toContainText(t('caseForm:files.type', { file: 'labs.exe' }))

      // A button that explains why it is disabled can still be pressed.
      await button(form, t('caseForm:submit')).click({ force: true })
      await expectFieldError(
        field(form, t('caseForm:field.birthDate')),
        language === 'en' ? 'birthDate is required.' : t('errors:case/birth-date-required'),
      )
      await field(form, t('caseForm:field.birthDate')).fill('2020-02-03')
      await test.step('a sign that the PDF cannot print is named, and nothing is sent', async () => {
        const question = field(form, t('cases:prompt.question'))
        await question.fill('Heart size \u{1F436}?')
        await button(form, t('caseForm:submit')).click({ force: true })
        await expectFieldError(question, t('errors:field/unprintable', { characters: '\u{1F436}' }))
      })
      await field(form, t('cases:prompt.question')).fill('Heart size?')

      await page.route('**/radcase/submitCase', (route) => route.abort())
      await button(form, t('caseForm:submit')).click()
      await expect(form).toBeHidden()
      await expect(toast(page, `${t('errors:network')} ${t('caseForm:openAgain')}`)).toBeVisible()
      await page.unroute('**/radcase/submitCase')

      await open()
      await expect(field(form, t('cases:prompt.question'))).toHaveValue('Heart size?')
      await field(form, t('caseForm:field.weight')).fill('31,5')
      await form.getByRole('checkbox', { name: t('caseForm:field.isTest') }).check()
      const openAgain = async () => {
        await page.goto('studylist')
        await (await findRow(page, 'Rex')).click()
        await open()
      }
      await test.step('another user of this browser does not see what was typed', async () => {
        const other = await clinicFixture.createUser(records.clinic, 'other', { clinicAdmin: true })
        await signInAs(page, other.username, language)
        await openAgain()
        await expect(field(form, t('cases:prompt.question'))).toHaveValue('')
        await expect(form).not.toContainText(t('common:form.restored'))
      })
      await test.step('the question at Log Out names the unsent case', async () => {
        await signInAs(page, records.clinic.admin, language)
        await page.goto('logout')
        const question = dialog(page, t('shell:unsaved.title'))
        await expect(question).toContainText(t('shell:unsaved.caseRequest', { name: 'Rex' }))
        await waitForDeliberatePress(page)
        await button(question, t('shell:unsaved.stay')).click()
        await expect(question).toBeHidden()
      })
      await test.step('a reload loses no field, and names the files to choose again', async () => {
        await openAgain()
        await expect(form).toContainText(t('common:form.restored'))
        await expect(field(form, t('cases:prompt.question'))).toHaveValue('Heart size?')
        await expect(field(form, t('caseForm:field.birthDate'))).toHaveValue('2020-02-03')
        await expect(field(form, t('caseForm:field.weight'))).toHaveValue('31,5')
        const isTest = form.getByRole('checkbox', { name: t('caseForm:field.isTest') })
        await expect(isTest).toBeChecked()
        await isTest.uncheck()
        const lost = form.getByText(t('caseForm:files.lost', { files: 'labs.txt' }))
        await expect(lost).toBeVisible()
        await input.setInputFiles(labs)
        await expect(lost).toBeHidden()
      })
      await waitForDeliberatePress(page)
      await button(form, t('caseForm:submit')).click()
      await expect(
        toast(page, language === 'en' ? 'Case created successfully!' : t('caseForm:created')),
      ).toBeVisible()
      await expect(row(page, 'Rex')).toContainText(t('studies:case.1'))
      const kept = await page.evaluate(() => Object.keys(localStorage).join(' '))
      expect(kept).not.toContain('case-text')
    })
  })

test('a draft is found again, sent, shown in the list, and cancelled with a reason', async ({
  page,
  records,
  t,
}) => {
  await createThorax(records, 'Bella')
  await signInAs(page, records.clinic.admin)
  await page.goto('studylist')
  await (await findRow(page, 'Bella')).click()
  const form = dialog(page, 'Create Case')
  await test.step('Create Case is filled in and saved with the keyboard alone', async () => {
    const tabToField = async (label: string) => {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab')
        if ((await field(form, label).and(page.locator(':focus')).count()) > 0) return
      }
      throw new Error(`Tab never reaches ${label}`)
    }
    await tabTo(page, 'Create Case')
    await page.keyboard.press('Enter')
    await expect(field(form, 'Referring veterinarian')).toBeFocused()
    await tabToField('Study types')
    await page.keyboard.type('Abdo')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(form.getByText('Abdomen', { exact: true })).toBeVisible()
    // Only the list of the field closes.
    await page.keyboard.type('Skull')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(form).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await expect(form.getByRole('radio', { name: /^6 Hours/u })).toBeChecked()
    await tabToField('Complaint')
    await page.keyboard.type('Cough')
    await tabToField('Birth date')
    await page.keyboard.type('2019-05-06')
    await tabTo(page, 'Save')
    await page.keyboard.press('Enter')
    await expect(toast(page, t('caseForm:saved'))).toBeVisible()
    await expect(button(page, 'Create Case')).toBeFocused()
  })

  // A reload forgets everything that only the page has.
  await page.reload()
  await (await findRow(page, 'Bella')).click()
  await button(page, 'Create Case').click()
  await expect(field(form, 'Complaint')).toHaveValue('Cough')
  await expect(form.getByRole('radio', { name: /^6 Hours/u })).toBeChecked()
  await test.step('a phone shows every priority without a cut', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const priority of [/^24 Hours/u, /^6 Hours/u, /^Urgent/u]) {
      const box = await form.getByRole('radio', { name: priority }).boundingBox()
      expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390 - 16)
    }
    await page.setViewportSize({ width: 1366, height: 768 })
  })
  await waitForDeliberatePress(page)
  await button(form, 'Submit').click()
  await expect(toast(page, 'Case created successfully!')).toBeVisible()

  await page.goto('cases')
  await expect(page.getByRole('tab', { name: /^Available/u })).toHaveText('Available1')
  await expect(page.getByRole('tab', { name: /^Waiting/u })).toHaveText('Waiting')
  await expect(row(page, 'Bella')).toContainText('VWR-CASE-')
  await expect(row(page, 'Bella').locator('[data-due]')).toContainText('left')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  await test.step('a wide window has every column of the specification', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    const columns = [
      'due',
      'caseNumber',
      'moreInfo',
      'patientName',
      'clinicName',
      'veterinarian',
      'breed',
      'modality',
      'priority',
      'submitOn',
      'deleted',
    ] as const
    const headers = page.getByRole('columnheader')
    await expect(headers).toHaveCount(columns.length + 1)
    await expect(headers.first().getByRole('checkbox')).toBeVisible()
    for (const [index, column] of columns.entries())
      await expect(headers.nth(index + 1)).toContainText(t(`cases:column.${column}`))
    await expectNoHorizontalScroll(page)
  })

  await button(page, 'View Case').click()
  await expect(dialog(page, 'Error')).toContainText(
    'You can only view or edit one case at a time. Please select just one.',
  )
  await waitForDeliberatePress(page)
  await button(dialog(page, 'Error'), 'Close').last().click()

  await row(page, 'Bella').getByRole('checkbox').check()
  await waitForDeliberatePress(page)
  await button(page, 'Cancel Case').click()
  const reason = dialog(page, 'Cancel Case')
  await field(reason, 'Reason').fill('Sent twice')
  await button(reason, 'Cancel Case').click()
  await expect(reason).toBeHidden()
  await expect(row(page, 'Bella')).toHaveCount(0)
  await page.getByRole('tab', { name: /^Cancelled/u }).click()
  await expect(row(page, 'Bella')).toContainText('Sent twice')
})
