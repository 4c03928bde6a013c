import type { Request } from '@playwright/test'
import { pageUrl, expect, signIn, test } from '../support/fixtures.ts'

const getPath = (request: Request) => new URL(request.url()).pathname

test('the cloud variant starts at the study list, without registration and exposures', async ({
  page,
  t,
}) => {
  const calls: Request[] = []
  page.on('request', (request) => {
    // The page also fetches the code of later pages in advance.
    const isCode = getPath(request).startsWith('/assets/')
    if (request.resourceType() === 'fetch' && !isCode) calls.push(request)
  })
  await page.goto('login')
  await signIn(page, 'staff.en')
  await expect(page).toHaveURL(pageUrl('studylist'))

  await test.step('the sidebar has no registration', async () => {
    const links = page.getByRole('navigation').getByRole('link')
    await expect(links).toHaveText([t('shell:nav.studylist'), t('shell:nav.settings')])
  })

  await test.step('the list has owners, but no breeds, no species and no start button', async () => {
    const columns = page.getByRole('columnheader')
    await expect(columns.filter({ hasText: t('studies:column.owner') })).toHaveCount(1)
    for (const column of ['breed', 'species'])
      await expect(columns.filter({ hasText: t(`studies:column.${column}`) })).toHaveCount(0)
    await page.getByRole('row').nth(1).click()
    await expect(
      page.getByRole('button', { name: t('studies:action.viewImages'), exact: true }),
    ).toBeVisible()
    for (const label of ['StartStudy', 'AddImages', 'AddImagestoTodaysStudy'])
      await expect(
        page.getByRole('button', { name: t(`registration:start.${label}`), exact: true }),
      ).toHaveCount(0)
  })

  await test.step('calls go to /aws/api/', () => {
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.map(getPath).filter((path) => !path.startsWith('/aws/api/'))).toEqual([])
  })

  await test.step('calls carry the token as soon as there is one, and bypass caches', async () => {
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const [first, ...others] = calls
    expect(first && getPath(first)).toBe('/aws/api/auth/login')
    expect(first?.headers()).not.toHaveProperty('authorization')
    expect(others.length).toBeGreaterThan(1)
    for (const call of others)
      expect(call.headers(), getPath(call)).toHaveProperty('authorization', `Bearer ${token}`)
    for (const call of calls)
      expect(call.headers(), getPath(call)).toMatchObject({
        'cache-control': 'no-cache',
        pragma: 'no-cache',
      })
  })

  for (const address of ['registration', 'general?studyId=1', 'dental?studyId=1'])
    await test.step(`there is no /${address.replace(/\?.*/u, '')}`, async () => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('shell:notFound.title'))
    })
})
