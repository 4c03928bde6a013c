import { expect, test } from 'vitest'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { importFile, openDicomWebClient } from '../../../testing/dicom/dicom-web-client.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import { watchFiles } from '../../../testing/server/watch-files.ts'

const study = { StudyInstanceUID: toUid('once'), SeriesInstanceUID: toUid('once s') }
const files = [1, 2, 3].map((number) =>
  createRadiograph(`once ${number}`, { ...study, InstanceNumber: number }),
)
const total = files.reduce((sum, { byteLength }) => sum + byteLength, 0)

// A server of its own: a repeated test would find the conversions of the first one remembered.
test('every file of a study is read and converted once, also by the first request', async () => {
  const watched = watchFiles()
  const server = await startTestServer({}, { wrapFiles: watched.wrapFiles })
  const token = await server.createToken(server.first.users.staff.id)
  for (const bytes of files) await importFile(server, token, bytes)
  const client = await openDicomWebClient(server, token)
  const countReadBytes = async (syntax: string) => {
    const before = watched.bytesRead()
    const accept = `multipart/related; type="application/dicom"; transfer-syntax=${syntax}`
    const response = await client.send(`/studies/${study.StudyInstanceUID}`, { accept })
    expect(response.parts()).toHaveLength(files.length)
    return watched.bytesRead() - before
  }
  // The first reading of a file also verifies it.
  await countReadBytes('*')
  const jpegLs = '1.2.840.10008.1.2.4.80'
  expect([await countReadBytes(jpegLs), await countReadBytes(jpegLs)]).toEqual([total, total])
  await server.close()
})
