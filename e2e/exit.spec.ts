import { at, dialog, expect, test } from './fixtures.ts'
import { gate } from './gate.ts'

const launcher = 'http://127.0.0.1:9/exit'

test.describe('a clinic PC with a launcher', () => {
  test.use({ user: 'staff.en', language: 'en' })

  test('leaves for it when the person says so, who is asked again while requests are running', async ({
    page,
    elsewhere,
    t,
  }) => {
    // The address is a setting of the server; here it is written into the page that it sends.
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
    const asked = dialog(page, 'Exit App')
    const confirm = asked.getByRole('button', { name: t('shell:exit.confirm'), exact: true })

    await test.step('stays when the person changes his mind', async () => {
      await exit.click()
      await asked.getByRole('button', { name: t('common:action.cancel'), exact: true }).click()
      await expect(asked).toHaveCount(0)
      await expect(page).toHaveURL(at('studylist'))
    })

    await test.step('asks again while a request is running', async () => {
      const answer = gate()
      await page.route('**/api/study/page?**', async (route) => {
        await answer.opened
        await route.continue()
      })
      await page.getByRole('button', { name: t('studies:refresh'), exact: true }).click()
      await exit.click()
      await confirm.click()
      const warned = dialog(page, 'Requests Detected On Exit')
      await expect(warned).toContainText(t('shell:exit.pendingText_one', { count: 1 }))
      await warned.getByRole('button', { name: t('shell:exit.pendingCancel'), exact: true }).click()
      await expect(warned).toHaveCount(0)
      await expect(page).toHaveURL(at('studylist'))
      const answered = page.waitForResponse('**/api/study/page?**')
      answer.open()
      await (await answered).finished()
    })

    await test.step('leaves', async () => {
      await exit.click()
      expect(elsewhere).toEqual([])
      await confirm.click()
      await expect(page).toHaveURL(launcher)
      expect(elsewhere.splice(0)).toEqual([launcher])
    })
  })
})
