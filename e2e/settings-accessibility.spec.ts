import type { Page } from '@playwright/test'
import { dialog, expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'
import { button, field, find, test } from './office.ts'
import type { wordsIn } from './words.ts'

type Words = ReturnType<typeof wordsIn>

/** As in accessibility.spec.ts: contrast depends on the scheme, names on the language. */
const appearances = [
  { language: 'en', scheme: 'light' },
  { language: 'fr', scheme: 'dark' },
] as const

interface Opened {
  readonly press: (t: Words) => string
  readonly title: (t: Words, name: string) => string
}
const word =
  (key: string, value?: string) =>
  (t: Words, name = ''): string =>
    t(key, value === undefined ? {} : { [value]: name })

/** What opens over each section for the selected row, whose name is in its title where it has one. */
const sections: readonly {
  readonly section: string
  readonly search: string
  readonly named?: string
  readonly modals: readonly Opened[]
}[] = [
  { section: 'clinic', search: '', modals: [] },
  {
    section: 'clinics',
    search: 'Northlight Medical Imaging',
    modals: [
      { press: word('settings:clinics.create'), title: word('settings:clinics.create') },
      { press: word('common:action.edit'), title: word('settings:clinics.edit') },
    ],
  },
  {
    section: 'users',
    search: 'Thibodeau',
    named: 'contract',
    modals: [
      { press: word('settings:user.create'), title: word('settings:user.create') },
      { press: word('common:action.edit'), title: word('settings:user.edit') },
      {
        press: word('settings:user.permissions'),
        title: word('settings:user.permissionsOf', 'name'),
      },
      { press: word('settings:assign.action'), title: word('settings:assign.titleOf', 'name') },
      { press: word('common:action.delete'), title: word('settings:user.deleteTitle') },
    ],
  },
  {
    section: 'doctors',
    search: 'Whitlock',
    modals: [{ press: word('settings:doctor.create'), title: word('settings:doctor.create') }],
  },
]

async function expectFine(page: Page, within?: string) {
  await expectAccessible(page, within)
  await expectNoSidewaysScroll(page)
}

for (const { language, scheme } of appearances) {
  test.describe(`in ${language}, ${scheme}`, () => {
    test.use({ user: 'super', language, scheme })

    for (const { section, search, named = '', modals } of sections) {
      test(`axe finds nothing in ${section} and in what opens there`, async ({ page, t }) => {
        test.slow()
        await page.goto(`settings/${section}`)
        if (search !== '') await (await find(page, search)).click()
        else await expect(button(page, t('common:action.save'))).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expectFine(page)
        for (const { press, title } of modals) {
          await button(page, press(t)).click()
          const modal = dialog(page, title(t, named))
          await expect(button(modal, t('common:action.cancel'))).toBeVisible()
          // With its faults, if it has any to show: they have colours and names of their own.
          const submit = modal.locator('button[type=submit][aria-disabled]')
          if ((await submit.count()) > 0) await submit.click({ force: true })
          // The section below has been looked at.
          await expectFine(page, '[role=dialog]')
          await page.keyboard.press('Escape')
          await expect(modal).toHaveCount(0)
        }
      })
    }
  })
}

test.describe('on a phone', () => {
  test.use({ user: 'super', language: 'fr' })

  test('a user is found, and his form fits @phone-only', async ({ page, t }) => {
    await page.goto('settings/users')
    await (await find(page, 'Thibodeau')).tap()
    // The actions stay in reach, below the cards.
    const assign = button(page, t('settings:assign.action'))
    await expect(assign).toBeEnabled()
    await assign.tap()
    const clinics = dialog(page, t('settings:assign.titleOf', { name: 'contract' }))
    await expect(button(clinics, t('common:action.save'))).toBeInViewport({ ratio: 1 })
    await expectFine(page, '[role=dialog]')
    await button(clinics, t('common:action.cancel')).tap()
    await button(page, t('common:action.edit')).tap()
    const form = dialog(page, t('settings:user.edit'))
    await expect(field(form, t('settings:user.username'))).toHaveValue('contract')
    await expect(button(form, t('common:action.save'))).toBeInViewport({ ratio: 1 })
    await expectFine(page, '[role=dialog]')
  })
})
