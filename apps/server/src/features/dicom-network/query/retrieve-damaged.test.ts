import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { hasDcmtk, startStorescp } from '../../../testing/dicom/dcmtk.ts'
import { createRadiograph, createUndecodable, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { setUpQueriedArchive } from '../../../testing/dicom/queried-archive.ts'

vi.setConfig({ testTimeout: 60_000 })

const archive = setUpQueriedArchive()
const { called, received } = archive

/** Larger than the chunks in which a file is read, so that its hash is known after the first. */
const large = { rows: 1000, columns: 1000 }
const ofStudy = (name: string, number: number) => ({
  StudyInstanceUID: toUid(name),
  SeriesInstanceUID: toUid(`${name} series`),
  InstanceNumber: number,
})
const uidsOfImages = (...names: readonly string[]) =>
  names.map((name) => toUid(`image ${name}`)).toSorted()

/** Flips a pixel in the stored file. */
async function damage(name: string) {
  const image = await archive.server.findImage(toUid(`image ${name}`))
  const path = join(archive.server.folder, 'files', image?.filePath ?? '')
  const bytes = await readFile(path)
  bytes[bytes.length - 10] = (bytes.at(-10) ?? 0) ^ 1
  await writeFile(path, bytes)
}

beforeAll(async () => {
  if (!hasDcmtk) return
  const { storescu, write } = archive.server
  const intact = await write(
    Object.fromEntries(
      [1, 3, 4, 5].map((n) => [`u${n}`, createRadiograph(`u${n}`, ofStudy('undecodable', n))]),
    ),
  )
  const undecodable = await write({ u2: createUndecodable('u2', ofStudy('undecodable', 2)) })
  await storescu(intact.slice(0, 1))
  await storescu(undecodable, ['-xy'])
  await storescu(intact.slice(1))
  await storescu(
    await write({
      f1: createRadiograph('f1', ofStudy('flipped', 1), large),
      f2: createRadiograph('f2', ofStudy('flipped', 2), large),
      f3: createRadiograph('f3', ofStudy('flipped', 3)),
      f4: createRadiograph('f4', ofStudy('flipped', 4)),
      f5: createRadiograph('f5', ofStudy('flipped', 5), large),
    }),
  )
  for (const name of ['f2', 'f3']) await damage(name)
})

const ofStudyKeys = (study: string) => [
  '-k',
  'QueryRetrieveLevel=STUDY',
  '-k',
  `StudyInstanceUID=${toUid(study)}`,
]

test.each([
  { study: 'undecodable', sent: ['u1', 'u3', 'u4', 'u5'], failed: ['u2'] },
  { study: 'flipped', sent: ['f1', 'f4', 'f5'], failed: ['f2', 'f3'] },
])(
  'C-GET and C-MOVE of a study with unreadable images send the others and name the failed ones ($study)',
  async ({ study, sent, failed }) => {
    const { server } = archive
    const got = `got ${study}`
    await mkdir(join(server.peerFolder, got), { recursive: true })
    const get = await server.run(
      'getscu',
      '-d',
      '-S',
      '-od',
      got,
      ...ofStudyKeys(study),
      ...called(),
    )
    expect([...(await received(got)).keys()].toSorted()).toEqual(uidsOfImages(...sent))
    expect(get.output).toMatch(/Data Set +: present\nD: DIMSE Status +: 0xb000/u)
    expect(get.output).toContain(`Number of Failed Suboperations    : ${failed.length}`)

    const moved = `moved ${study}`
    const folder = join(server.peerFolder, moved)
    await mkdir(folder, { recursive: true })
    const destination = await startStorescp('-od', folder)
    const { port } = destination
    await server.unscopedDb
      .insertInto('dicomServer')
      .values({
        clinicId: server.first.id,
        serverName: study,
        aeTitle: study.toUpperCase(),
        host: '127.0.0.1',
        port,
        description: 'FIRST',
      })
      .execute()
    const move = await server.run(
      'movescu',
      '-d',
      '-S',
      '-aem',
      study.toUpperCase(),
      ...ofStudyKeys(study),
      ...called(),
    )
    await destination.close()
    expect([...(await received(moved)).keys()].toSorted()).toEqual(uidsOfImages(...sent))
    expect(move.output).toMatch(/DIMSE Status +: 0xb000/u)
    for (const name of failed) expect(move.output).toContain(toUid(`image ${name}`))
    for (const name of sent) expect(move.output).not.toContain(toUid(`image ${name}`))
  },
)
