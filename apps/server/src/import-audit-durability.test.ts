import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AuditEvent, ImportLine } from '@talus/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createRadiograph, toUid } from './testing/dicom/dicom-objects.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'
import { createZip } from './testing/images/create-zip.ts'

const runs = setUpServerRuns('test', 'demo data')

async function start(username: string) {
  const server = await runs.start()
  const base = `${server.address}/api`
  const signedIn = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'Talus-demo-1' }),
  })
  return { server, base, authorization: signedIn.headers.get('authorization') ?? '' }
}

test(
  'images of an import that a kill has interrupted are in the audit trail after the next start',
  { timeout: 180_000 },
  async () => {
    const first = await start('admin.en')
    const names = Array.from({ length: 40 }, (_one, index) => `killed ${index}`)
    const zip = createZip(
      names.map((name) => ({ name: `${name}.dcm`, bytes: createRadiograph(name) })),
    )
    const reply = await fetch(`${first.base}/image/import?name=killed.zip`, {
      method: 'POST',
      headers: { authorization: first.authorization, 'content-type': 'application/zip' },
      body: new Uint8Array(zip),
    })
    const acknowledged: string[] = []
    try {
      let text = ''
      for await (const chunk of reply.body ?? []) {
        text += Buffer.from(chunk).toString()
        const lines = text.split('\n')
        text = lines.pop() ?? ''
        for (const line of lines) acknowledged.push(ImportLine.parse(JSON.parse(line)).name)
        if (acknowledged.length > 2) await first.server.kill()
      }
    } catch {
      // The connection ends with the server.
    }
    expect(acknowledged.length).toBeGreaterThan(2)
    expect(acknowledged.length).toBeLessThan(names.length)
    const importFolder = join(runs.folder(), 'import')
    expect(await readdir(importFolder)).toHaveLength(1)
    // The audit trail is for administrators of all clinics.
    const { base, authorization } = await start('root')
    expect(await readdir(importFolder).catch(() => [])).toEqual([])
    const Page = z.object({ rows: z.array(AuditEvent) })
    const listNamed = async () => {
      const events = await fetch(`${base}/audit?action=image.import`, {
        headers: { authorization },
      })
      const { rows } = Page.parse(await events.json())
      return new Set(rows.flatMap(({ after }) => after?.['sopInstanceUIDs']))
    }
    const expected = acknowledged.map((name) => toUid(`image ${name.replace('.dcm', '')}`))
    const findMissing = async () => {
      const named = await listNamed()
      return expected.filter((uid) => !named.has(uid))
    }
    await expect.poll(findMissing, { timeout: 30_000 }).toEqual([])
  },
)
