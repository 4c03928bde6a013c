import type { Locator, Page } from '@playwright/test'
import { dialog, expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'
import { button, find, test } from './office.ts'
import type { wordsIn } from './words.ts'

type Words = ReturnType<typeof wordsIn>

/** As in accessibility.spec.ts: contrast depends on the scheme, names on the language. */
const appearances = [
  { layout: 'desktop', language: 'en', scheme: 'light' },
  { layout: '@phone-only', language: 'fr', scheme: 'dark' },
] as const

interface Opened {
  readonly action: (t: Words) => string
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
      { action: word('settings:clinics.create'), title: word('settings:clinics.create') },
      { action: word('common:action.edit'), title: word('settings:clinics.edit') },
    ],
  },
  {
    section: 'users',
    search: 'Thibodeau',
    named: 'contract',
    modals: [
      { action: word('settings:user.create'), title: word('settings:user.create') },
      { action: word('common:action.edit'), title: word('settings:user.edit') },
      {
        action: word('settings:user.permissions'),
        title: word('settings:user.permissionsOf', 'name'),
      },
      { action: word('settings:assign.action'), title: word('settings:assign.titleOf', 'name') },
      { action: word('common:action.delete'), title: word('settings:user.deleteTitle') },
    ],
  },
  {
    section: 'doctors',
    search: 'Whitlock',
    modals: [{ action: word('settings:doctor.create'), title: word('settings:doctor.create') }],
  },
]

async function expectFine(page: Page, within?: string) {
  await expectAccessible(page, within)
  await expectNoSidewaysScroll(page)
}

for (const { layout, language, scheme } of appearances) {
  test.describe(`${language}, ${scheme}, ${layout}`, () => {
    test.use({ user: 'super', language, scheme })

    test('axe finds nothing in the sections of the settings and in what opens there, and all of it fits', async ({
      page,
      t,
      isMobile,
    }) => {
      test.slow()
      const press = (one: Locator) => (isMobile ? one.tap() : one.click())
      await page.goto('settings')
      for (const { section, search, named = '', modals } of sections)
        await test.step(section, async () => {
          const link = page.getByRole('link', {
            name: t(`settings:section.${section}`),
            exact: true,
          })
          await press(link)
          await expect(link).toHaveAttribute('aria-current', 'page')
          if (search !== '') await press(await find(page, search))
          else await expect(button(page, t('common:action.save'))).toBeVisible()
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          await expectFine(page)
          for (const { action, title } of modals) {
            await press(button(page, action(t)))
            const modal = dialog(page, title(t, named))
            await expect(button(modal, t('common:action.cancel'))).toBeVisible()
            // What ends it stays in reach, however long the form is.
            for (const end of await modal.locator('button[type=submit]').all())
              await expect(end).toBeInViewport({ ratio: 1 })
            // With its faults, if it has any to show: they have colours and names of their own.
            const submit = modal.locator('button[type=submit][aria-disabled]')
            if ((await submit.count()) > 0) await submit.click({ force: true })
            // The section below has been looked at.
            await expectFine(page, '[role=dialog]')
            await page.keyboard.press('Escape')
            await expect(modal).toHaveCount(0)
          }
        })
    })
  })
}
