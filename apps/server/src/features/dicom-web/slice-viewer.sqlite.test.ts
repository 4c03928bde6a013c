import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toUid } from '../../testing/dicom/dicom-objects.ts'
import { openDicomWebClient } from '../../testing/dicom/dicom-web-client.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'
import { createSliceFile, getStoredValue } from '../../testing/stacks/slice-files.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: TestServer
let client: Awaited<ReturnType<typeof openDicomWebClient>>

beforeAll(async () => {
  server = await startTestServer()
  const token = await server.createToken(server.first.users.staff.id)
  for (const study of ['opened', 'other'])
    for (let index = 0; index < 3; index += 1)
      await server.app.inject({
        method: 'POST',
        url: `${server.config.apiBase}image/import?name=file`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
        payload: createSliceFile(index, {}, { study }),
      })
  client = await openDicomWebClient(server, token)
})
afterAll(() => server.close())

type Found = Readonly<Record<string, { readonly Value?: readonly unknown[] }>>
const search = async (path: string) => (await client.send(path)).json() as readonly Found[]
const first = (found: Found | undefined, tag: string) => String(found?.[tag]?.Value?.[0])
const [studyTag, seriesTag, instanceTag] = ['0020000D', '0020000E', '00080018'] as const

test('a viewer finds the opened CT study, its series and its instances, and reads their frames', async () => {
  const uid = toUid('opened')
  const studies = await search(`/studies?limit=1&StudyInstanceUID=${uid}&ModalitiesInStudy=CT`)
  expect(studies.map((study) => first(study, studyTag))).toEqual([uid])
  expect(await search('/studies?limit=1&ModalitiesInStudy=CT')).toHaveLength(1)
  const series = await search(`/studies/${uid}/series`)
  expect(series).toHaveLength(1)
  const seriesUid = first(series[0], seriesTag)
  const instances = await search(`/studies/${uid}/series/${seriesUid}/instances`)
  expect(instances).toHaveLength(3)
  for (const instance of instances) {
    const path = `/studies/${uid}/series/${seriesUid}/instances/${first(instance, instanceTag)}`
    const [metadata] = await search(`${path}/metadata`)
    const [, , z] = metadata?.['00200032']?.Value ?? []
    expect(metadata?.['00280010']?.Value).toEqual([8])
    const frame = await client.send(`${path}/frames/1`, {
      accept: 'multipart/related; type="application/octet-stream"',
    })
    const [part] = frame.parts()
    const values = part && new Uint16Array(new Uint8Array(part.bytes).buffer)
    expect(values?.[3 * 6 + 2]).toBe(getStoredValue(Number(z) / 2, 2, 3))
  }
})

test('a viewer without credentials, or of another clinic, finds no study', async () => {
  const uid = toUid('opened')
  const path = `/studies?limit=1&StudyInstanceUID=${uid}`
  expect((await client.send(path, { by: 'x'.repeat(40) })).status).toBe(401)
  const by = await server.createToken(server.second.users.staff.id)
  const other = await client.send(path, { by })
  expect(other.status === 204 ? [] : other.json()).toEqual([])
})
