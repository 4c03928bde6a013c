import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signInAs } from './testing/server/demo-client.ts'
import { importRadiographs, makeImagesOld } from './testing/server/old-images.ts'
import { runCommand, verifyData } from './testing/server/server-process.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'
import { canMount, withReadOnly } from './testing/server/small-disk.ts'

/** The second store as its operator sees it: settings that are wrong, and one that is missing. */
const runs = setUpServerRuns('test', 'demo data')
const images = 3

async function createStore() {
  const folder = await mkdtemp(join(tmpdir(), 'talus-second-'))
  runs.atEnd(() => rm(folder, { recursive: true, force: true }))
  const nas = join(folder, 'nas')
  await mkdir(nas)
  return { folder, nas }
}

/** Stores images of former years; returns their ids. The server is stopped. */
async function storeOldImages(): Promise<number[]> {
  const server = await runs.start()
  const ids = await importRadiographs(server, images, 100)
  await server.stop()
  await makeImagesOld(runs.folder())
  return ids
}

const runStorage = (secondStore?: string, through?: readonly string[]) =>
  runCommand(
    ['storage'],
    {
      TALUS_DATA: runs.folder(),
      ...(secondStore !== undefined && { SECOND_STORE: secondStore, SECOND_STORE_MONTHS: '1' }),
    },
    through,
  )

const listImages = async (below: string) =>
  (await readdir(join(below, 'images'), { recursive: true }).catch(() => [])).filter((path) =>
    path.endsWith('.dcm'),
  )

test(
  'images in a second store that is no longer set are not lost: status, viewer and commands say so',
  { timeout: 120_000 },
  async () => {
    const { nas } = await createStore()
    const ids = await storeOldImages()
    expect(await runStorage(nas)).toMatchObject({ exitCode: 0 })
    expect(await listImages(nas)).toHaveLength(images)

    const environment = { TALUS_DATA: runs.folder() }
    const { isWell, output } = await verifyData(environment)
    expect(isWell).toBe(false)
    expect(output).toContain(
      '3 images are in a second store, but SECOND_STORE is not set. They are not lost: set it again (docs/storage.md).',
    )
    expect(output).not.toMatch(/file is missing|--repair/u)
    // A repair must not take them for lost either.
    const repair = await runCommand(['verify', '--repair'], environment)
    expect(repair).toMatchObject({ exitCode: 1 })
    expect(repair.output).not.toMatch(/file is missing|repaired\)/u)
    const unset = await runStorage()
    expect(unset).toMatchObject({ exitCode: 1 })
    expect(unset.output).toContain(
      `3 files are in a second store (${nas}), but SECOND_STORE is not set`,
    )

    const without = await runs.start()
    const vet = await signInAs(without, 'staff.en')
    for (const id of ids) {
      const reply = await vet.get(`image/${id}/pixels`)
      expect([reply.status, await reply.json()]).toMatchObject([
        503,
        { code: 'storage/second-not-set' },
      ])
    }
    expect((await vet.get(`image/${ids[0]}`)).status).toBe(503)
    const status = await (await signInAs(without, 'root')).get('backup/status')
    expect(await status.json()).toMatchObject({
      secondStore: { state: 'unset', place: nas, files: images },
      warnings: expect.arrayContaining(['second-store-not-set']) as unknown,
    })
    await without.stop()

    // With the setting, everything is there again.
    const second = { SECOND_STORE: nas, SECOND_STORE_MONTHS: '1' }
    expect(await verifyData({ ...environment, ...second })).toMatchObject({ isWell: true })
    const again = await runs.start(second)
    const { get } = await signInAs(again, 'staff.en')
    for (const id of ids) expect((await get(`image/${id}/pixels`)).status).toBe(200)
    const oldImages = await (await signInAs(again, 'root')).get('backup/old-images')
    expect(await oldImages.json()).toEqual({
      moveAfterMonths: 1,
      compressAfterDays: null,
      compressed: { images: 0, formerBytes: 0, bytes: 0 },
    })
  },
)

test(
  'npm run storage names what is wrong with the second store, and moves nothing',
  { timeout: 120_000 },
  async () => {
    const { folder, nas } = await createStore()
    await storeOldImages()
    const file = join(folder, 'a file')
    await writeFile(file, '')
    const missing = join(folder, 'not there')
    const foreign = join(folder, 'foreign')
    await mkdir(foreign)
    await writeFile(join(foreign, 'talus-second-store.id'), 'of another Talus')
    const refuse = async (place: string, reason: string, through?: readonly string[]) => {
      const { exitCode, output } = await runStorage(place, through)
      expect([place, exitCode, output]).toEqual([
        place,
        1,
        expect.stringContaining(`The second store (SECOND_STORE) cannot be used: ${reason}`),
      ])
      expect(output).toContain('Nothing was moved and nothing is lost.')
    }
    await refuse('nas/talus', 'nas/talus is not a whole path.')
    await refuse(missing, `there is no folder ${missing}.`)
    await refuse(file, `${file} is not a folder.`)
    // The first use notes which folder it is.
    await cp(nas, `${nas}-empty`, { recursive: true })
    const emptied = await runStorage(nas)
    expect(emptied).toMatchObject({ exitCode: 0 })
    expect(emptied.output).toContain('Moved 3 files')
    await refuse(foreign, `${foreign} belongs to another installation of Talus.`)
    await rename(nas, `${nas}-away`)
    await rename(`${nas}-empty`, nas)
    await refuse(nas, `${nas} lacks talus-second-store.id: is it mounted?`)
    await rm(nas, { recursive: true })
    await rename(`${nas}-away`, nas)
    if (canMount) await refuse(nas, 'it cannot be written (EROFS).', withReadOnly(nas))
    // A folder inside of the data folder is refused as every other setting is.
    const inside = await runStorage(join(runs.folder(), 'old'))
    expect(inside).toMatchObject({ exitCode: 78 })
    expect(inside.output).toContain('SECOND_STORE: it must be outside of TALUS_DATA')
    expect(await listImages(nas)).toHaveLength(images)
    expect(await runStorage(nas)).toMatchObject({ exitCode: 0 })
  },
)
