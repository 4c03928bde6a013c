import type { Locator, Page } from '@playwright/test'
import { dialog, expect, expectAccessible, expectNoHorizontalScroll } from '../support/fixtures.ts'
import { button, findRow, test } from '../support/clinic-fixture.ts'
import type { createTranslator } from '../support/i18n-texts.ts'

type Translate = ReturnType<typeof createTranslator>

/** As in shell/accessibility.spec.ts: contrast depends on the scheme, names on the language. */
const appearances = [
  { layout: 'desktop', language: 'en', scheme: 'light' },
  { layout: '@phone-only', language: 'fr', scheme: 'dark' },
] as const

interface SettingsDialog {
  readonly action: (t: Translate) => string
  readonly title: (t: Translate, name: string) => string
}
const textOf =
  (key: string, value?: string) =>
  (t: Translate, name = ''): string =>
    t(key, value === undefined ? {} : { [value]: name })

/** The dialogs of each section for the selected row; some have its name in their title. */
const sections: readonly {
  readonly section: string
  readonly search: string
  readonly named?: string
  readonly modals: readonly SettingsDialog[]
}[] = [
  { section: 'clinic', search: '', modals: [] },
  {
    section: 'clinics',
    search: 'Northlight Medical Imaging',
    modals: [
      { action: textOf('settings:clinics.create'), title: textOf('settings:clinics.create') },
      { action: textOf('common:action.edit'), title: textOf('settings:clinics.edit') },
    ],
  },
  {
    section: 'users',
    search: 'Thibodeau',
    named: 'contract',
    modals: [
      { action: textOf('settings:user.create'), title: textOf('settings:user.create') },
      { action: textOf('common:action.edit'), title: textOf('settings:user.edit') },
      {
        action: textOf('settings:user.permissions'),
        title: textOf('settings:user.permissionsOf', 'name'),
      },
      {
        action: textOf('settings:assign.action'),
        title: textOf('settings:assign.titleOf', 'name'),
      },
      { action: textOf('common:action.delete'), title: textOf('settings:user.deleteTitle') },
    ],
  },
  {
    section: 'doctors',
    search: 'Whitlock',
    modals: [{ action: textOf('settings:doctor.create'), title: textOf('settings:doctor.create') }],
  },
]

async function expectAccessibleAndFitting(page: Page, within?: string) {
  await expectAccessible(page, within)
  await expectNoHorizontalScroll(page)
}

for (const { layout, language, scheme } of appearances) {
  test.describe(`${language}, ${scheme}, ${layout}`, () => {
    test.use({ user: 'super', language, scheme })

    test('axe finds no violations in the sections of the settings and their dialogs, and all of them fit', async ({
      page,
      t,
      isMobile,
    }) => {
      test.slow()
      const press = (target: Locator) => (isMobile ? target.tap() : target.click())
      await page.goto('settings')
      for (const { section, search, named = '', modals } of sections)
        await test.step(section, async () => {
          const link = page.getByRole('link', {
            name: t(`settings:section.${section}`),
            exact: true,
          })
          await press(link)
          await expect(link).toHaveAttribute('aria-current', 'page')
          if (search !== '') await press(await findRow(page, search))
          else await expect(button(page, t('common:action.save')).first()).toBeVisible()
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          await expectAccessibleAndFitting(page)
          for (const { action, title } of modals) {
            await press(button(page, action(t)))
            const modal = dialog(page, title(t, named))
            await expect(button(modal, t('common:action.cancel'))).toBeVisible()
            // The submit button stays visible, however long the form is.
            for (const submitButton of await modal.locator('button[type=submit]').all())
              await expect(submitButton).toBeInViewport({ ratio: 1 })
            // Submit an incomplete form, because its error messages have their own colours and
            // names.
            const submit = modal.locator('button[type=submit][aria-disabled]')
            if ((await submit.count()) > 0) await submit.click({ force: true })
            // The section below has been checked.
            await expectAccessibleAndFitting(page, '[role=dialog]')
            await page.keyboard.press('Escape')
            await expect(modal).toHaveCount(0)
          }
        })
    })
  })
}
