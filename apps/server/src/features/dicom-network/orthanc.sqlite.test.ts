import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasDcmtk, noDcmtk } from '../../testing/dicom/dcmtk.ts'
import { createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { startReceivingServer } from '../../testing/dicom/receiving-server.ts'
import type { ReceivingServer } from '../../testing/dicom/receiving-server.ts'
import { hasOrthanc, noOrthanc, startOrthanc } from '../../testing/dicom/orthanc.ts'

// Orthanc, an archive that many clinics run, sends to this server, queries it and retrieves from
// it.
vi.setConfig({ testTimeout: 60_000 })

let server: ReceivingServer
let peer: Awaited<ReturnType<typeof startOrthanc>> | undefined
beforeAll(async () => {
  server = await startReceivingServer()
  if (!hasOrthanc || !hasDcmtk) return
  peer = await startOrthanc()
  await server.allowCallers(server.first.id, 'ORTHANC', 'CR_ROOM')
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
  test('Orthanc sends a C-ECHO and stores images here', async () => {
    expect(await peer?.send('POST', 'modalities/talus/echo', {})).toMatchObject({ ok: true })
    const names = ['from orthanc 1', 'from orthanc 2']
    for (const name of names) {
      const added = await peer?.send('POST', 'instances', createRadiograph(name))
      const { ID } = Found.parse(await added?.json())
      expect(await peer?.send('POST', 'modalities/talus/store', ID)).toMatchObject({ ok: true })
    }
    for (const name of names) expect(await server.findImage(toUid(`image ${name}`))).toBeDefined()
  })

  test('Orthanc queries studies and retrieves one', async () => {
    const study = {
      StudyInstanceUID: toUid('for orthanc'),
      SeriesInstanceUID: toUid('its series'),
    }
    const image = createRadiograph('for orthanc', {
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
    expect(found.map((hit) => hit['0020,000d'].Value)).toEqual([toUid('for orthanc')])
    expect(await peer?.listInstances()).not.toContain(toUid('image for orthanc'))
    const fetched = await peer?.send('POST', `queries/${ID}/retrieve`, 'ORTHANC')
    expect(fetched).toMatchObject({ ok: true })
    expect(await peer?.listInstances()).toContain(toUid('image for orthanc'))
  })
})
