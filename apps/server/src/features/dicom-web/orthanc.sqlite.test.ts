import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFrameBytes, readDicom } from '@talus/dicom'
import { openDicomWebClient, importFile } from '../../testing/dicom/dicom-web-client.ts'
import type { DicomWebClient } from '../../testing/dicom/dicom-web-client.ts'
import { createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { hasOrthancWeb, noOrthancWeb, startOrthancWeb } from '../../testing/dicom/orthanc.ts'
import type { OrthancWeb } from '../../testing/dicom/orthanc.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

describe.skipIf(!hasOrthancWeb)(`DICOMweb with Orthanc${noOrthancWeb}`, () => {
  let server: TestServer
  let client: DicomWebClient
  let orthanc: OrthancWeb
  let token: string

  beforeAll(async () => {
    const port = await findFreePort()
    server = await startTestServer({ DICOMWEB_PROXY_URL: `http://127.0.0.1:${port}/dicom-web` })
    // The proxy is for the users of the only clinic.
    await server.unscopedDb
      .updateTable('clinic')
      .set({ isDeleted: true })
      .where('id', '=', server.second.id)
      .execute()
    token = await server.createToken(server.first.users.staff.id)
    client = await openDicomWebClient(server, token)
    const talus = { Url: client.root, HttpHeaders: { Authorization: `Bearer ${token}` } }
    orthanc = await startOrthancWeb({ port, servers: { talus } })
  })
  afterAll(async () => {
    await orthanc.close()
    await server.close()
  })

  const createUids = (name: string) => ({
    StudyInstanceUID: toUid(name),
    SeriesInstanceUID: toUid(`${name} series`),
  })
  const createImage = (name: string) =>
    createRadiograph(
      name,
      { ...createUids(name), PatientID: name, PatientName: `Owner^${name}` },
      { rows: 200, columns: 300 },
    )
  const instancePath = (name: string) =>
    `/studies/${toUid(name)}/series/${toUid(`${name} series`)}/instances/${toUid(`image ${name}`)}`

  test('Orthanc stores instances in this archive', async () => {
    const bytes = createImage('sent')
    const { ID } = (await orthanc.call('/instances', bytes)) as { ID: string }
    await orthanc.call('/dicom-web/servers/talus/stow', { Resources: [ID], Synchronous: true })
    const accept = 'application/dicom; transfer-syntax=*'
    const ours = await client.send(instancePath('sent'), { accept })
    expect(ours.body.equals(bytes)).toBe(true)
  })

  test('Orthanc finds and retrieves studies of this archive', async () => {
    const bytes = createImage('fetched')
    await importFile(server, token, bytes)
    const found = (await orthanc.call('/dicom-web/servers/talus/qido', {
      Uri: '/studies',
      Arguments: { PatientID: 'fetched' },
    })) as Record<string, { Value?: unknown }>[]
    expect(JSON.stringify(found)).toContain(toUid('fetched'))
    await orthanc.call('/dicom-web/servers/talus/retrieve', {
      Resources: [{ Study: toUid('fetched') }],
      Synchronous: true,
    })
    const [id] = (await orthanc.call(
      '/tools/lookup',
      new TextEncoder().encode(toUid('image fetched')),
    )) as {
      ID: string
    }[]
    const theirs = await fetch(`${orthanc.url}/instances/${id?.ID}/file`)
    expect(Buffer.from(await theirs.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('studies of Orthanc are served through the proxy', async () => {
    const bytes = createImage('there')
    await orthanc.call('/instances', bytes)
    const [study] = (await client.send('/studies?PatientID=there&limit=1')).json() as Record<
      string,
      { Value: unknown[] }
    >[]
    expect(study?.['0020000D']?.Value).toEqual([toUid('there')])
    expect(study?.['00081190']?.Value).toEqual([
      `${server.config.apiBase}dicom-web/studies/${toUid('there')}`,
    ])
    const series = await client.send(`/studies/${toUid('there')}/series`)
    expect(series.json()).toHaveLength(1)
    const metadata = await client.send(`${instancePath('there')}/metadata`)
    expect(metadata.json()).toMatchObject([{ '00280010': { Value: [200] } }])
    const accept = 'multipart/related; type="application/octet-stream"'
    const [part] = (await client.send(`${instancePath('there')}/frames/1`, { accept })).parts()
    expect(part?.bytes.equals(readFrameBytes(readDicom(bytes), 0).bytes)).toBe(true)
  })
})
