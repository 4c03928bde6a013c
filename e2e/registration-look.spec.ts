import { test } from './clinic-day.ts'
import { at, dialog, expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'
import { button, enter, expectFault } from './office.ts'
import { deskOf } from './registration-desk.ts'
import { storeImages } from './stored-images.ts'
import { wordsIn } from './words.ts'

test('axe finds nothing on the screen with a study and suggestions, and in the forms @phone', async ({
  page,
  day,
  isMobile,
}) => {
  test.slow()
  // Words change with the language and contrast with the scheme: each layout sees one of both.
  const language = isMobile ? 'en' : 'fr'
  const t = wordsIn(language)
  await day.owner('Ada Keller', { phone: '438-555-0177' })
  const rex = await day.patient('Rex')
  await day.patient('Milo', { speciesId: 2 })
  const study = await day.study(rex)
  storeImages({ studyId: study }, { studyId: study, isLost: true })
  const desk = deskOf(page, t)
  await enter(page, day.clinic.admin, language, isMobile ? 'light' : 'dark')
  await page.goto('registration')

  await test.step('the screen', async () => {
    await page.getByRole('row', { name: /Rex/u }).click()
    await expect(desk.study.getByRole('img')).toHaveCount(2)
    await expect(desk.start('AddImages')).toBeEnabled()
    await expectNoSidewaysScroll(page)
    await desk.owner.fill('ada')
    await expect(desk.options).toHaveCount(2)
    await expectAccessible(page)
  })

  await test.step('the form of an owner', async () => {
    await desk.options.last().click()
    await desk.newOwner.field('owner.phone').fill('438 555 0177')
    const known = t('registration:owner.known.phone', { name: 'Ada Keller' })
    await expect(desk.newOwner.shown.getByText(known)).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await expectNoSidewaysScroll(page)
    await button(desk.newOwner.shown, t('registration:owner.use')).click()
  })

  await test.step('the form of an animal', async () => {
    await desk.button('animal.add').click()
    const horse = desk.newAnimal.choice(t('studies:species.Equine'))
    await expect(horse).toBeInViewport({ ratio: 1 })
    await desk.newAnimal.field('animal.name').press('Enter')
    await expectFault(desk.newAnimal.field('animal.name'), t('errors:field/required'))
    await expectAccessible(page, '[role=dialog]')
    await expectNoSidewaysScroll(page)
  })
})

test('the keys of the screen, all of which stands on a small one, large enough for gloves', async ({
  page,
  day,
  t,
}) => {
  await day.owner('Ada Keller', {
    phone: '438-555-0177',
    email: 'ada.keller@example.com',
    address: '7 Mill Road, Harrowfield',
  })
  const details = { breed: 'Labrador Retriever' }
  const rex = await day.patient('Rex', details)
  for (const name of ['Milo', 'Nala', 'Oscar']) await day.patient(name, details)
  await day.patient('Bella', { owner: 'Max Olsen' })
  const study = await day.study(rex)
  storeImages({ studyId: study })
  for (let count = 0; count < 10; count += 1)
    await day.study(rex, `2026-02-1${count}T15:00:00.000Z`)
  const desk = deskOf(page, t)
  await enter(page, day.clinic.admin)
  await page.goto('registration')

  await test.step('the keys', async () => {
    await expect(desk.owner).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(desk.owner).not.toBeFocused()
    await page.keyboard.press('?')
    const sheet = dialog(page, t('common:keys.title'))
    for (const key of ['owner.find', 'owner.new', 'animal.new', 'keys.start'])
      await expect(sheet).toContainText(t(`registration:${key}`))
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await page.keyboard.press('n')
    await expect(desk.newOwner.field('owner.name')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(desk.newOwner.shown).toHaveCount(0)
    await page.keyboard.press('/')
    await expect(desk.owner).toBeFocused()
    await page.keyboard.type('ols')
    await page.keyboard.press('Enter')
    await expect(desk.start('StartStudy')).toBeFocused()
    await page.keyboard.press('a')
    await expect(desk.newAnimal.field('animal.name')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(desk.newAnimal.shown).toHaveCount(0)
    await expect(desk.button('animal.add')).toBeFocused()
  })

  await test.step('nothing scrolls, and no target is small', async () => {
    await page.getByRole('row', { name: /Rex/u }).first().click()
    await expect(desk.study.getByRole('img')).toBeVisible()
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

  await test.step('and s starts', async () => {
    await page.keyboard.press('s')
    await expect(page).toHaveURL(at(String.raw`general\?studyId=${study}`))
  })
})

test('on a phone the start stays at hand below a long list @phone-only', async ({
  page,
  day,
  t,
}) => {
  const rex = await day.patient('Rex')
  for (let count = 0; count < 8; count += 1) await day.study(rex, `2026-02-1${count}T15:00:00.000Z`)
  const desk = deskOf(page, t)
  await enter(page, day.clinic.admin)
  await page.goto('registration')
  await expect(desk.owner).not.toBeFocused()
  const last = page.getByRole('row', { name: /2026-02-10/u })
  await last.scrollIntoViewIfNeeded()
  await last.tap()
  await expect(desk.start('StartStudy')).toBeInViewport()
  await desk.start('StartStudy').tap()
  await expect(page).toHaveURL(at(String.raw`general\?studyId=\d+`))
})

test.describe('a clinic for people', () => {
  test.use({ clinicType: 'Human' })

  test('has patients without owner, species and breed, and such a study list', async ({
    page,
    day,
    t,
  }) => {
    const desk = deskOf(page, t)
    await enter(page, day.clinic.admin)
    await page.goto('registration')
    await expect(desk.patient).toBeFocused()
    await expect(desk.owner).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: t('studies:column.owner') })).toHaveCount(0)
    await expect(desk.start('StartStudy')).toHaveAccessibleDescription(
      t('registration:obstacle.noPatient'),
    )
    await page.keyboard.type('Jane Poe')
    await page.keyboard.press('Enter')
    const { field, shown } = desk.newPatient
    await expect(field('animal.name')).toHaveValue('Jane Poe')
    await expect(shown.getByText(t('registration:animal.species'))).toHaveCount(0)
    await expect(shown.getByText(t('registration:animal.breed'))).toHaveCount(0)
    await field('animal.birthDate').fill('1980-05-04')
    await page.keyboard.press('Enter')
    await expect(desk.start('StartStudy')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(at(String.raw`general\?studyId=\d+`))

    await page.goBack()
    await desk.patient.fill('poe')
    await expect(desk.options.first()).toContainText('1980-05-04')
    await expectAccessible(page)

    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: t('shell:nav.studylist') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Study List')
    await expect(page.getByRole('row', { name: /Jane Poe/u })).toBeVisible()
    for (const column of ['owner', 'breed', 'species'])
      await expect(page.getByText(t(`studies:column.${column}`), { exact: true })).toHaveCount(0)
  })
})
