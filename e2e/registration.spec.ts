import { test } from './clinic-day.ts'
import { at, expect } from './fixtures.ts'
import { enter } from './office.ts'
import { deskOf } from './registration-desk.ts'
import { storeImages } from './stored-images.ts'

interface Row {
  readonly patientName: string
  readonly owner: string
  readonly modality: string
}

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('without a mouse: a new owner with a new animal, and one who is known', async ({
    page,
    day,
    t,
  }) => {
    await day.owner('Ada Keller', { phone: '(438) 555-0177', email: 'ada.keller@example.com' })
    await day.patient('Rex')
    await day.patient('Milo', { owner: 'Max Olsen' })
    const desk = deskOf(page, t)
    await enter(page, day.clinic.admin, 'fr')
    await page.goto('registration')

    await test.step('a new owner, a new animal and the study', async () => {
      await expect(desk.owner).toBeFocused()
      await page.keyboard.type('Nadia Roy')
      await page.keyboard.press('Enter')

      await expect(desk.newOwner.field('owner.phone')).toBeFocused()
      await expect(desk.newOwner.field('owner.name')).toHaveValue('Nadia Roy')
      await page.keyboard.type('514 555-0143')
      await page.keyboard.press('Enter')

      await expect(desk.newAnimal.field('animal.name')).toBeFocused()
      await page.keyboard.type('Filou')
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')

      await expect(desk.start('StartStudy')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(at(String.raw`general\?studyId=\d+`))

      const { body } = await day.api<{ rows: Row[] }>('GET', 'study/page')
      expect(body.rows).toMatchObject([
        { patientName: 'Filou', owner: 'Nadia Roy', modality: 'General', speciesId: 2 },
      ])

      await page.goBack()
      await expect(desk.start('AddImages')).toBeVisible()
      await expect(desk.part('owner.title')).toContainText('514 555-0143')
    })

    await test.step('an owner is found by phone, with the only animal, and one Enter starts', async () => {
      await page.keyboard.press('/')
      await expect(desk.owner).toBeFocused()
      await page.keyboard.type('438-555')
      await expect(desk.options).toHaveText([
        /Ada Keller.*\(438\) 555-0177.*Rex/u,
        t('registration:owner.newNamed', { text: '438-555' }),
      ])
      await page.keyboard.press('Enter')
      await expect(desk.start('StartStudy')).toBeFocused()
      await expect(desk.animals).toBeChecked()
      await expect(desk.part('owner.title')).toContainText('ada.keller@example.com')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(at(String.raw`general\?studyId=\d+`))
    })
  })
})

test('the selection is one owner, one animal, one study, and is kept for whoever is signed in', async ({
  page,
  day,
  office,
  t,
}) => {
  const rex = await day.patient('Rex')
  const milo = await day.patient('Milo', { owner: 'Max Olsen' })
  await day.patient('Nala', { owner: 'Max Olsen', speciesId: 2 })
  await day.study(milo, '2026-02-10T15:00:00.000Z')
  const study = await day.study(rex)
  storeImages(
    { studyId: study, bodyPart: 'Chest', bodyPartView: 'lat' },
    { studyId: study, bodyPart: 'Skull', bodyPartView: 'VD', isRejected: true },
  )
  const desk = deskOf(page, t)
  const nala = page.getByRole('radio', { name: /Nala/u })
  await enter(page, day.clinic.admin)
  await page.goto('registration')

  await test.step('another owner clears patient and study, several animals leave the choice', async () => {
    await page.getByRole('row', { name: /Rex/u }).click()
    await expect(desk.part('owner.title')).toContainText('Ada Keller')
    await expect(desk.animals).toBeChecked()
    await expect(desk.start('AddImages')).toBeEnabled()
    // The rejected one is not shown.
    await expect(desk.study.getByRole('img')).toHaveAccessibleName('Chest LAT')

    await desk.owner.fill('olsen')
    await desk.options.filter({ hasText: 'Max Olsen' }).click()
    await expect(desk.animals).toHaveCount(2)
    await expect(desk.animals.first()).toBeFocused()
    await expect(desk.study).toHaveCount(0)
    await expect(page.getByRole('row', { selected: true })).toHaveCount(0)
    await expect(desk.start('StartStudy')).toHaveAccessibleDescription(
      t('registration:obstacle.noAnimal'),
    )
    await page.keyboard.press('ArrowRight')
    await expect(desk.animals.nth(1)).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(desk.start('StartStudy')).toBeFocused()
  })

  await test.step('another animal of the owner clears the study of the first', async () => {
    await page.getByRole('row', { name: /Milo/u }).click()
    await expect(desk.study).toBeVisible()
    await nala.check()
    await expect(desk.study).toHaveCount(0)
    await expect(desk.start('StartStudy')).toBeEnabled()
  })

  await test.step('it outlives a reload and another page, and goes with who is signed in', async () => {
    await page.reload()
    await expect(nala).toBeChecked()
    await page.getByRole('link', { name: t('shell:nav.studylist') }).click()
    await expect(page).toHaveURL(at('studylist'))
    await page.getByRole('link', { name: t('shell:nav.registration') }).click()
    await expect(nala).toBeChecked()

    const nurse = await office.user(day.clinic, 'nurse')
    await enter(page, nurse.username)
    await page.goto('registration')
    await expect(desk.owner).toBeFocused()
    await expect(desk.animals).toHaveCount(0)
  })
})
