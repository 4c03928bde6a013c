import { test, type RecordsFlow } from '../support/clinic-records.ts'
import {
  pageUrl,
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
} from '../support/fixtures.ts'
import { button, enterAs, signInAs, expectFieldError } from '../support/clinic-fixture.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { createRegistrationPage } from '../pages/registration-page.ts'
import { openPage } from '../support/navigate.ts'
import { storeImages } from '../support/stored-images.ts'
import { createTranslator } from '../support/i18n-texts.ts'

test('axe finds no violations on the registration screen and in its forms @phone', async ({
  page,
  records,
  isMobile,
}) => {
  test.slow()
  // Names depend on the language and contrast on the scheme: each layout covers one of both.
  const language = isMobile ? 'en' : 'fr'
  const t = createTranslator(language)
  await records.createOwner('Ada Keller', { phone: '438-555-0177' })
  const rex = await records.createPatient('Rex')
  await records.createPatient('Milo', { speciesId: 2 })
  const study = await records.createStudy(rex)
  storeImages({ studyId: study }, { studyId: study, isLost: true })
  const registration = createRegistrationPage(page, t)
  await signInAs(page, records.clinic.admin, language, isMobile ? 'light' : 'dark')
  await page.goto('registration')

  await test.step('the screen', async () => {
    await page.getByRole('row', { name: /Rex/u }).click()
    await expect(registration.study.getByRole('img')).toHaveCount(2)
    await expect(registration.start('AddImages')).toBeEnabled()
    await expectNoHorizontalScroll(page)
    await registration.owner.fill('ada')
    await expect(registration.options).toHaveCount(2)
    await expectAccessible(page)
  })

  await test.step('the form of an owner', async () => {
    await registration.options.last().click()
    await registration.newOwner.field('owner.phone').fill('438 555 0177')
    const known = t('registration:owner.known.phone', { name: 'Ada Keller' })
    await expect(registration.newOwner.modal.getByText(known)).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await expectNoHorizontalScroll(page)
    await button(registration.newOwner.modal, t('registration:owner.use')).click()
  })

  await test.step('the form of an animal', async () => {
    await registration.button('animal.add').click()
    const horse = registration.newAnimal.choice(t('studies:species.Equine'))
    await expect(horse).toBeInViewport({ ratio: 1 })
    await registration.newAnimal.field('animal.name').press('Enter')
    await expectFieldError(registration.newAnimal.field('animal.name'), t('errors:field/required'))
    await expectAccessible(page, '[role=dialog]')
    await expectNoHorizontalScroll(page)
  })
})

async function useShortcuts({ page, records, t }: RecordsFlow) {
  await records.createOwner('Ada Keller', {
    phone: '438-555-0177',
    email: 'ada.keller@example.com',
    address: '7 Mill Road, Harrowfield',
  })
  const details = { breed: 'Labrador Retriever' }
  const rex = await records.createPatient('Rex', details)
  for (const name of ['Milo', 'Nala', 'Oscar']) await records.createPatient(name, details)
  await records.createPatient('Bella', { owner: 'Max Olsen' })
  const study = await records.createStudy(rex)
  storeImages({ studyId: study })
  for (let count = 0; count < 10; count += 1)
    await records.createStudy(rex, `2026-02-1${count}T15:00:00.000Z`)
  const registration = createRegistrationPage(page, t)
  await enterAs(page, records.clinic.admin, t)
  await openPage(page, 'registration')

  await test.step('keyboard shortcuts', async () => {
    await expect(registration.owner).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(registration.owner).not.toBeFocused()
    await page.keyboard.press('?')
    const sheet = dialog(page, t('common:keys.title'))
    for (const key of ['owner.find', 'owner.new', 'animal.new', 'keys.start'])
      await expect(sheet).toContainText(t(`registration:${key}`))
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await page.keyboard.press('F2')
    await expect(registration.newOwner.field('owner.name')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(registration.newOwner.modal).toHaveCount(0)
    await page.keyboard.press('/')
    await expect(registration.owner).toBeFocused()
    await page.keyboard.type('ols')
    await page.keyboard.press('Enter')
    await expect(registration.start('StartStudy')).toBeFocused()
    await page.keyboard.press('F8')
    await expect(registration.newAnimal.field('animal.name')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(registration.newAnimal.modal).toHaveCount(0)
    await expect(registration.button('animal.add')).toBeFocused()
  })

  await test.step('nothing scrolls, and no target is small', async () => {
    await page.getByRole('row', { name: /Rex/u }).first().click()
    await expect(registration.study.getByRole('img')).toBeVisible()
    const scrolling = await page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLElement>('main, main *'))
        .filter((one) => one.scrollHeight > one.clientHeight + 1)
        .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))
        .map((one) => one.outerHTML.slice(0, 120)),
    )
    expect(scrolling).toEqual([])

    const small = await page.evaluate(() => {
      const targets = 'button, [role=combobox], tbody tr, label:has(input)'
      return Array.from(document.querySelectorAll<HTMLElement>(`main :is(${targets})`))
        .filter((one) => !one.closest('thead, nav'))
        .filter((one) => one.getBoundingClientRect().height < 43.5)
        .map((one) => one.outerHTML.slice(0, 120))
    })
    expect(small).toEqual([])
  })

  await test.step('a letter starts nothing, Ctrl+Enter starts the study', async () => {
    await page.keyboard.press('s')
    await expect(registration.start('AddImages')).toBeEnabled()
    await expect(page).toHaveURL(pageUrl('registration'))
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=${study}`))
  })
}

async function registerPerson({ page, clinicFixture, t }: RecordsFlow) {
  const registration = createRegistrationPage(page, t)
  const clinic = await clinicFixture.createClinic({ clinicType: 'Human' })
  await enterAs(page, clinic.admin, t)
  await openPage(page, 'registration')
  await expect(registration.patient).toBeFocused()
  await expect(registration.owner).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: t('studies:column.owner') })).toHaveCount(0)
  await expect(registration.start('StartStudy')).toHaveAccessibleDescription(
    t('registration:obstacle.noPatient'),
  )
  await page.keyboard.type('Jane Poe')
  await page.keyboard.press('Enter')
  const { field, modal } = registration.newPatient
  await expect(field('animal.name')).toHaveValue('Jane Poe')
  await expect(modal.getByText(t('registration:animal.species'))).toHaveCount(0)
  await expect(modal.getByText(t('registration:animal.breed'))).toHaveCount(0)
  await field('animal.birthDate').fill('1980-05-04')
  await waitForDeliberatePress(page)
  await page.keyboard.press('Enter')
  await expect(registration.start('StartStudy')).toBeFocused()
  await waitForDeliberatePress(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=\d+`))

  await page.goBack()
  await registration.patient.fill('poe')
  await expect(registration.options.first()).toContainText('1980-05-04')
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: t('shell:nav.studylist') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Study List')
  await expect(page.getByRole('row', { name: /Jane Poe/u })).toBeVisible()
  for (const column of ['owner', 'breed', 'species'])
    await expect(page.getByText(t(`studies:column.${column}`), { exact: true })).toHaveCount(0)
}

test('the registration screen suits a keyboard, a small screen, gloves and a human clinic', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  const flow = { page, records, clinicFixture, t }
  await test.step('the registration screen has keyboard shortcuts, fits a small screen without scrolling, and has targets for gloves', () =>
    useShortcuts(flow))
  await test.step('registration and study list of a human clinic have no owner, species and breed', () =>
    registerPerson(flow))
})

test('on a phone the start button stays visible below a long list @phone-only', async ({
  page,
  records,
  t,
}) => {
  const rex = await records.createPatient('Rex')
  for (let count = 0; count < 8; count += 1)
    await records.createStudy(rex, `2026-02-1${count}T15:00:00.000Z`)
  const registration = createRegistrationPage(page, t)
  await signInAs(page, records.clinic.admin)
  await page.goto('registration')
  await expect(registration.owner).not.toBeFocused()
  const last = page.getByRole('row', { name: /2026-02-10/u })
  await last.scrollIntoViewIfNeeded()
  await last.tap()
  await expect(registration.start('StartStudy')).toBeInViewport()
  await registration.start('StartStudy').tap()
  await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=\d+`))
})
