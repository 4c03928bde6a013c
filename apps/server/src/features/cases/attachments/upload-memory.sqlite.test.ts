import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { ImageId, ImportLine, RadCase, StudyId } from '@talus/contract'
import { expect, test } from 'vitest'
import { uploadFiles } from '../../../testing/cases/upload-files.ts'
import { createRadiograph } from '../../../testing/dicom/dicom-objects.ts'
import { setUpServerRuns } from '../../../testing/server/server-runs.ts'

const runs = setUpServerRuns('test', 'demo data')
// Only with `npm test -- --all`: beside the other tests, collections of garbage come too late, and
// the resident memory of the process says little.
const canMeasure = process.env['TEST_ALL'] === '1' && existsSync('/proc/self/status')
const fileBytes = 20 * 1024 * 1024
const files = Array.from({ length: 5 }, (_one, index) => ({
  name: `${index}.txt`,
  byteLength: fileBytes,
}))

test.runIf(canMeasure)(
  'uploads of 100 MB need no more memory than small ones',
  { timeout: 180_000 },
  async () => {
    const server = await runs.start()
    const base = `${server.address}/api`
    const signedIn = await fetch(`${base}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin.en', password: 'Talus-demo-1' }),
    })
    const authorization = signedIn.headers.get('authorization') ?? ''
    const imported = await fetch(`${base}/image/import`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/dicom' },
      body: new Uint8Array(createRadiograph('large upload')),
    })
    const line = ImportLine.parse(JSON.parse(await imported.text()))
    const [studyId, imageId] = [StudyId.parse(line.studyId), ImageId.parse(line.imageId)]
    const upload = async (sent: typeof files) => {
      const form = new FormData()
      form.set('model', JSON.stringify({ studyId }))
      form.set('imageIds', JSON.stringify([imageId]))
      const headers = { authorization }
      const saved = await fetch(`${base}/radcase/saveCase`, {
        method: 'POST',
        headers,
        body: form,
      })
      const { id } = RadCase.parse(await saved.json())
      expect(await uploadFiles(`${base}/radcase/${id}/files`, authorization, sent)).toBe(200)
    }
    const readResidentMb = async () => {
      const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8').catch(() => '')
      return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024
    }
    // The buffers of a connection, and the code of the route.
    for (let round = 0; round < 5; round += 1)
      await upload(files.map(({ name }) => ({ name, byteLength: 1024 * 1024 })))
    const before = await readResidentMb()
    let most = before
    const timer = setInterval(() => {
      void readResidentMb().then((now) => (most = Math.max(most, now)))
    }, 50)
    try {
      for (let round = 0; round < 3; round += 1) await upload(files)
    } finally {
      clearInterval(timer)
    }
    expect(before).toBeGreaterThan(0)
    expect(most - before).toBeLessThan(32)
  },
)
