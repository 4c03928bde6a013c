import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startServer } from '../../tools/testing/test-server.ts'
import type { TestServer } from '../../tools/testing/test-server.ts'
import {
  canvases,
  fullImage,
  openStudy,
  storeStudy,
  thumbnail,
  viewportAt,
} from '../pages/viewer-page.ts'
import { button, createApi, signInAs } from '../support/clinic-fixture.ts'
import { test as base } from '../support/clinic-records.ts'
import { changeUser, expect, expectAccessible } from '../support/fixtures.ts'
import { servers, setLocalServer } from '../support/servers.ts'

interface WorkerFixtures {
  /** A server of its own: every administrator is warned of its missing files. */
  ownServer: TestServer
}

const test = base.extend<object, WorkerFixtures>({
  ownServer: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright parses this parameter
    async ({}, use) => {
      const settings = { PUBLIC_CALLS_PER_MINUTE: '100000', BRIDGE_GENERATOR: 'none' }
      const server = await startServer(settings, ['--with-bridge'])
      setLocalServer(server.url, server.data)
      // A clinic is created with the station of the bridge, which starts beside the server.
      const asAdmin = await createApi('admin.en')
      await expect
        .poll(async () => (await asAdmin<{ isRunning?: boolean }>('GET', 'bridge/local')).body, {
          timeout: 60_000,
        })
        .toMatchObject({ isRunning: true })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', auto: true, timeout: 90_000 },
  ],
  baseURL: async ({ ownServer: _server }, use) => {
    await use(servers.local.base)
  },
})

/** Reads the record of the file of an image, and changes its path. The server is stopped. */
function useFile(data: string, imageId: number, change = (path: string) => path) {
  const database = new DatabaseSync(join(data, 'talus.sqlite'))
  const found = database.prepare('select filePath, sha256 from image where id = ?').get(imageId)
  const path = String(found?.filePath)
  const newPath = change(path)
  database.prepare('update image set filePath = ? where id = ?').run(newPath, imageId)
  database.close()
  return { path, newPath, sha256: String(found?.sha256) }
}

/** A restore brings no thumbnails: they are rendered again from the files. */
async function removeThumbnails(data: string, sha256: string) {
  const folder = join(data, 'files/thumbnails', sha256.slice(0, 2))
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(sha256)) await rm(join(folder, name))
}

test('images that a restore lacks or that are in a store that is not set say so in the viewer and in Settings', async ({
  page,
  records,
  ownServer,
  t,
}) => {
  const { imageIds } = await storeStudy(records, 3)
  const [moved = 0, lost = 0] = imageIds
  const { data } = ownServer
  const inFiles = (path: string) => join(data, 'files', path)
  // The thumbnails of an image stay in the first store when its file moves to the second.
  expect((await records.api('GET', `image/${moved}.jpg?size=512`)).status).toBe(200)
  await ownServer.kill()
  const { path, newPath } = useFile(data, moved, (from) =>
    from.replace(/\d{4}-\d{2}-\d{2}/u, '2020-01-01'),
  )
  // A file that stayed without a record of its path would be stored again at the start.
  await mkdir(join(data, 'second', dirname(newPath)), { recursive: true })
  await rename(inFiles(path), join(data, 'second', newPath))
  const content = {
    files: 1,
    bytes: 100,
    movedOn: '2026-01-01T00:00:00.000Z',
    countedOn: null,
    place: join(data, 'second'),
  }
  await writeFile(join(data, 'second-store.json'), JSON.stringify(content))
  const lostFile = useFile(data, lost)
  const copy = join(data, 'copy.dcm')
  await rename(inFiles(lostFile.path), copy)
  await removeThumbnails(data, lostFile.sha256)
  const line = `files/${lostFile.path} (damaged in the backup: it is missing)\n`
  await writeFile(join(data, 'missing-files.txt'), line)
  await ownServer.restart()

  await signInAs(page, records.clinic.admin)
  await openStudy(page)
  const tile = viewportAt(page, t, 1, 1).getByRole('alert')
  await test.step('the viewer says which of both it is, and shows the other images', async () => {
    await expect(tile).toContainText(t('errors:storage/second-not-set'))
    await expect(tile).toContainText(t('viewer:pictureOnly'))
    await expect(canvases(page)).toHaveCount(1)
    await expect(fullImage(page)).toHaveCount(0)
    await expectAccessible(page)
    await thumbnail(page, t, 2).click()
    await expect(tile).toContainText(t('errors:image/missing'))
    await expect(canvases(page)).toHaveCount(0)
    await thumbnail(page, t, 3).click()
    await expect(fullImage(page)).toBeVisible()
    await expect(tile).toHaveCount(0)
  })

  await test.step('an image whose file is there again opens', async () => {
    await cp(copy, inFiles(lostFile.path))
    await page.reload()
    await thumbnail(page, t, 2).click()
    await expect(fullImage(page)).toBeVisible()
    await expect(tile).toHaveCount(0)
  })

  await test.step('the settings name both, and how old images are moved and compressed', async () => {
    await changeUser(page, 'super', t)
    await page.goto('settings/backup')
    const main = page.getByRole('main')
    await expect(main.getByText(t('shell:backup.restored-without-files'))).toBeVisible()
    await expect(main.getByText(t('shell:backup.second-store-not-set'))).toBeVisible()
    await expect(main.getByRole('heading', { name: t('backup:oldImages.title') })).toBeVisible()
    const copyLine = button(main, t('common:copy.one', { what: t('backup:oldImages.line') }))
    // The place of the second store in its warning, and the compression that can be switched on.
    await expect(copyLine).toHaveCount(2)
    await expect(
      main.getByText(`SECOND_STORE=${join(data, 'second')}`, { exact: true }),
    ).toBeVisible()
    await expect(main.getByText('COMPRESS_AFTER_DAYS=365')).toBeVisible()
    await expectAccessible(page)
  })
})
