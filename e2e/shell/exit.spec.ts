import { pageUrl, dialog, expect, test } from '../support/fixtures.ts'
import { createBarrier } from '../support/barrier.ts'

const launcher = 'http://127.0.0.1:9/exit'

test.describe('a clinic PC with a launcher', () => {
  test.use({ user: 'staff.en', language: 'en' })

  test('Exit App opens the launcher after a confirmation, and warns while requests are pending', async ({
    page,
    foreignRequests,
    t,
  }) => {
    // The address is a setting of the server; the test writes it into the page that the server
    // sends.
    await page.route('**/studylist', async (route) => {
      const reply = await route.fetch()
      const body = (await reply.text()).replace(
        '"launcherExitUrl":null',
        `"launcherExitUrl":"${launcher}"`,
      )
      await route.fulfill({ response: reply, body })
    })
    await page.route(launcher, (route) => route.fulfill({ body: 'Goodbye' }))
    await page.goto('studylist')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    const exit = page.getByRole('button', { name: t('shell:nav.exit'), exact: true })
    const question = dialog(page, 'Exit App')
    const confirm = question.getByRole('button', { name: t('shell:exit.confirm'), exact: true })

    await test.step('the user cancels and stays', async () => {
      await exit.click()
      await question.getByRole('button', { name: t('common:action.cancel'), exact: true }).click()
      await expect(question).toHaveCount(0)
      await expect(page).toHaveURL(pageUrl('studylist'))
    })

    await test.step('a second dialog warns while a request is pending', async () => {
      const response = createBarrier()
      await page.route('**/api/study/page?**', async (route) => {
        await response.opened
        await route.continue()
      })
      await page.getByRole('button', { name: t('studies:refresh'), exact: true }).click()
      await exit.click()
      await confirm.click()
      const warning = dialog(page, 'Requests Detected On Exit')
      await expect(warning).toContainText(t('shell:exit.pendingText_one', { count: 1 }))
      await warning
        .getByRole('button', { name: t('shell:exit.pendingCancel'), exact: true })
        .click()
      await expect(warning).toHaveCount(0)
      await expect(page).toHaveURL(pageUrl('studylist'))
      const received = page.waitForResponse('**/api/study/page?**')
      response.open()
      await (await received).finished()
    })

    await test.step('the user confirms and leaves', async () => {
      await exit.click()
      expect(foreignRequests).toEqual([])
      await confirm.click()
      await expect(page).toHaveURL(launcher)
      expect(foreignRequests.splice(0)).toEqual([launcher])
    })
  })
})
