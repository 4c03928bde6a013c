import { watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ImportLine, TrayGroup } from '@talus/contract'
import { expect, test } from 'vitest'
import { createRadiograph, toUid } from './testing/dicom/dicom-objects.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

const runs = setUpServerRuns('test', 'demo data')
const files = 12

async function start() {
  const server = await runs.start()
  const response = await fetch(`${server.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin.en', password: 'Talus-demo-1' }),
  })
  const authorization = response.headers.get('authorization') ?? ''
  const request = (path: string, type?: string, body?: Buffer | string) =>
    fetch(`${server.address}/api/${path}`, {
      headers: { authorization, ...(type !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { method: 'POST', body }),
    })
  return { server, request }
}

type Request = Awaited<ReturnType<typeof start>>['request']

async function importFile(request: Request, bytes: Buffer) {
  const reply = await request('image/import', 'application/dicom', bytes)
  return ImportLine.parse(JSON.parse(await reply.text()))
}

const listTray = async (request: Request) =>
  TrayGroup.array().parse(await (await request('tray')).json())

/** Resolves when the first file that is written for a decision has its name. */
async function watchDecided(folder: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 10)
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const clinics = join(folder, 'files/images')
  const watchers = (await readdir(clinics)).map((clinic) => {
    const watcher = watch(join(clinics, clinic, day))
    return watcher.on('change', (_event, name) => {
      if (String(name).includes('-tray-')) resolve(undefined)
    })
  })
  await promise
  for (const watcher of watchers) watcher.close()
}

test(
  'a server killed before a decision is carried out leaves the question and no second image',
  { timeout: 120_000 },
  async () => {
    const first = await start()
    const mine = { PatientID: 'KILL-1', PatientName: 'Roy^Rex', PatientBirthDate: '' }
    const { studyId } = await importFile(first.request, createRadiograph('mine', mine))
    const other = { ...mine, PatientName: 'Roy^Minou', StudyInstanceUID: toUid('other study') }
    for (let at = 0; at < files; at += 1) {
      const bytes = createRadiograph(`other ${at}`, other)
      expect((await importFile(first.request, bytes)).outcome).toBe('held')
    }
    const [group] = await listTray(first.request)
    if (!group) throw new Error('the tray is empty')
    const written = watchDecided(runs.folder())
    const body = JSON.stringify({
      entryIds: group.entryIds,
      decision: 'assign',
      patientDatabaseId: group.record?.patientDatabaseId,
    })
    const decided = first.request('tray/decision', 'application/json', body).catch(() => undefined)
    await written
    await first.server.kill()
    await decided

    const { request } = await start()
    const listLeftOvers = async () =>
      (await readdir(join(runs.folder(), 'files'), { recursive: true })).filter((name) =>
        name.includes('-tray-'),
      )
    await expect.poll(listLeftOvers, { timeout: 20_000 }).toEqual([])
    expect((await listTray(request)).map(({ entryIds }) => entryIds)).toEqual([group.entryIds])
    const images: unknown = await (await request(`image?studyId=${studyId}`)).json()
    expect(images).toHaveLength(1)

    // The user decides again.
    const reply = await request('tray/decision', 'application/json', body)
    expect(await reply.json()).toMatchObject({ decided: files })
    expect(await listTray(request)).toEqual([])
  },
)
