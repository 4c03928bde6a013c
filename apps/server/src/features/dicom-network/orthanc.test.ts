import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasDcmtk, noDcmtk } from '../../testing/dcmtk.ts'
import { radiograph, uidFor } from '../../testing/dicom-objects.ts'
import { receivingServer } from '../../testing/dicom-receiver.ts'
import type { ReceivingServer } from '../../testing/dicom-receiver.ts'
import { hasOrthanc, noOrthanc, orthanc } from '../../testing/orthanc.ts'

/** An archive that many clinics run sends to us, asks us, and fetches from us. */
vi.setConfig({ testTimeout: 60_000 })

let server: ReceivingServer
let peer: Awaited<ReturnType<typeof orthanc>> | undefined
beforeAll(async () => {
  server = await receivingServer()
  if (!hasOrthanc || !hasDcmtk) return
  peer = await orthanc()
  await server.allow(server.first.id, 'ORTHANC', 'CR_ROOM')
  await server.unscopedDb
    .insertInto('dicomServer')
    .values({
      clinicId: server.first.id,
      serverName: 'Orthanc',
      aeTitle: 'ORTHANC',
      host: '127.0.0.1',
      port: peer.port,
      description: 'FIRST',
    })
    .execute()
  const talus = { AET: 'FIRST', Host: '127.0.0.1', Port: server.port }
  await peer.send('PUT', 'modalities/talus', talus)
})
afterAll(async () => {
  await peer?.close()
  await server.close()
})
beforeEach(({ skip }) => {
  skip(!hasOrthanc, noOrthanc)
  skip(!hasDcmtk, noDcmtk)
})

const Found = z.object({ ID: z.string() })
const Answer = z.object({ '0020,000d': z.object({ Value: z.string() }) })

describe('Orthanc', () => {
  test('finds us, and stores what it has', async () => {
    expect(await peer?.send('POST', 'modalities/talus/echo', {})).toMatchObject({ ok: true })
    const names = ['from orthanc 1', 'from orthanc 2']
    for (const name of names) {
      const added = await peer?.send('POST', 'instances', radiograph(name))
      const { ID } = Found.parse(await added?.json())
      expect(await peer?.send('POST', 'modalities/talus/store', ID)).toMatchObject({ ok: true })
    }
    for (const name of names) expect(await server.imageOf(uidFor(`image ${name}`))).toBeDefined()
  })

  test('asks for studies and fetches one', async () => {
    const study = {
      StudyInstanceUID: uidFor('for orthanc'),
      SeriesInstanceUID: uidFor('its series'),
    }
    const image = radiograph('for orthanc', {
      ...study,
      PatientID: 'ORT-1',
      PatientName: 'Roy^Fido',
    })
    await server.storescu(await server.write({ image }))
    const asked = await peer?.send('POST', 'modalities/talus/query', {
      Level: 'Study',
      Query: { PatientID: 'ORT-1', StudyInstanceUID: '' },
    })
    const { ID } = Found.parse(await asked?.json())
    const answers = await peer?.send('GET', `queries/${ID}/answers?expand`)
    const found = Answer.array().parse(await answers?.json())
    expect(found.map((hit) => hit['0020,000d'].Value)).toEqual([uidFor('for orthanc')])
    expect(await peer?.instances()).not.toContain(uidFor('image for orthanc'))
    const fetched = await peer?.send('POST', `queries/${ID}/retrieve`, 'ORTHANC')
    expect(fetched).toMatchObject({ ok: true })
    expect(await peer?.instances()).toContain(uidFor('image for orthanc'))
  })
})
