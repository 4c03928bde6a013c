import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frameBytes, readDicom } from '@talus/dicom'
import { dicomWebClient, importFile } from '../../testing/dicom-web.ts'
import type { DicomWebClient } from '../../testing/dicom-web.ts'
import { radiograph, uidFor } from '../../testing/dicom-objects.ts'
import { hasOrthancWeb, noOrthancWeb, orthancWeb } from '../../testing/orthanc.ts'
import type { OrthancWeb } from '../../testing/orthanc.ts'
import { freePort } from '../../testing/peers.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

describe.skipIf(!hasOrthancWeb)(`with Orthanc${noOrthancWeb}`, () => {
  let server: TestServer
  let client: DicomWebClient
  let orthanc: OrthancWeb
  let token: string

  beforeAll(async () => {
    const port = await freePort()
    server = await testServer({ DICOMWEB_PROXY_URL: `http://127.0.0.1:${port}/dicom-web` })
    token = await server.tokenOf(server.first.people.staff.id)
    client = await dicomWebClient(server, token)
    const talus = { Url: client.root, HttpHeaders: { Authorization: `Bearer ${token}` } }
    orthanc = await orthancWeb({ port, servers: { talus } })
  })
  afterAll(async () => {
    await orthanc.close()
    await server.close()
  })

  const named = (name: string) => ({
    StudyInstanceUID: uidFor(name),
    SeriesInstanceUID: uidFor(`${name} series`),
  })
  const made = (name: string) =>
    radiograph(
      name,
      { ...named(name), PatientID: name, PatientName: `Owner^${name}` },
      { rows: 200, columns: 300 },
    )
  const placeOf = (name: string) =>
    `/studies/${uidFor(name)}/series/${uidFor(`${name} series`)}/instances/${uidFor(`image ${name}`)}`

  test('it stores instances here', async () => {
    const bytes = made('sent')
    const { ID } = (await orthanc.call('/instances', bytes)) as { ID: string }
    await orthanc.call('/dicom-web/servers/talus/stow', { Resources: [ID], Synchronous: true })
    const accept = 'application/dicom; transfer-syntax=*'
    const ours = await client.send(placeOf('sent'), { accept })
    expect(ours.body.equals(bytes)).toBe(true)
  })

  test('it finds and fetches what is here', async () => {
    const bytes = made('fetched')
    await importFile(server, token, bytes)
    const found = (await orthanc.call('/dicom-web/servers/talus/qido', {
      Uri: '/studies',
      Arguments: { PatientID: 'fetched' },
    })) as Record<string, { Value?: unknown }>[]
    expect(JSON.stringify(found)).toContain(uidFor('fetched'))
    await orthanc.call('/dicom-web/servers/talus/retrieve', {
      Resources: [{ Study: uidFor('fetched') }],
      Synchronous: true,
    })
    const [id] = (await orthanc.call(
      '/tools/lookup',
      new TextEncoder().encode(uidFor('image fetched')),
    )) as {
      ID: string
    }[]
    const theirs = await fetch(`${orthanc.url}/instances/${id?.ID}/file`)
    expect(Buffer.from(await theirs.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('what only it has is shown through us', async () => {
    const bytes = made('there')
    await orthanc.call('/instances', bytes)
    const [study] = (await client.send('/studies?PatientID=there&limit=1')).json() as Record<
      string,
      { Value: unknown[] }
    >[]
    expect(study?.['0020000D']?.Value).toEqual([uidFor('there')])
    expect(study?.['00081190']?.Value).toEqual([
      `${server.config.apiBase}dicom-web/studies/${uidFor('there')}`,
    ])
    const series = await client.send(`/studies/${uidFor('there')}/series`)
    expect(series.json()).toHaveLength(1)
    const metadata = await client.send(`${placeOf('there')}/metadata`)
    expect(metadata.json()).toMatchObject([{ '00280010': { Value: [200] } }])
    const accept = 'multipart/related; type="application/octet-stream"'
    const [part] = (await client.send(`${placeOf('there')}/frames/1`, { accept })).parts()
    expect(part?.bytes.equals(frameBytes(readDicom(bytes), 0).bytes)).toBe(true)
  })
})
