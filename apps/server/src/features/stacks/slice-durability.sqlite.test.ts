import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StudyStacks } from '@talus/contract'
import { expect, test } from 'vitest'
import { demoPassword } from '../../demo/index.ts'
import { setUpServerRuns } from '../../testing/server/server-runs.ts'
import type { ServerProcess } from '../../testing/server/server-process.ts'
import { createSliceFile, getStoredValue } from '../../testing/stacks/slice-files.ts'
import { getStored, readSliceStream } from '../../testing/stacks/stack-client.ts'

const runs = setUpServerRuns('test', 'demo data')
const size = { rows: 256, columns: 256 }
const count = 24

async function signIn({ address }: ServerProcess) {
  const signedIn = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin.en', password: demoPassword }),
  })
  const authorization = signedIn.headers.get('authorization') ?? ''
  return (path: string, options: RequestInit = {}) =>
    fetch(`${address}/api/${path}`, {
      ...options,
      headers: { authorization, 'content-type': 'application/dicom' },
    })
}

const listKept = async () =>
  (
    await readdir(join(runs.folder(), 'files', 'slices'), { recursive: true }).catch(() => [])
  ).filter((name) => name.endsWith('.bin'))

test(
  'a server that is killed while it keeps slices serves none that is torn afterwards',
  { timeout: 180_000 },
  async () => {
    const first = await runs.start()
    const call = await signIn(first)
    let studyId = ''
    for (let index = 0; index < count; index += 1) {
      const file = createSliceFile(index, {}, { study: 'killed', ...size })
      const stored = await call('image/import?name=file', {
        method: 'POST',
        body: new Uint8Array(file),
      })
      studyId = /"studyId":(\d+)/u.exec(await stored.text())?.[1] ?? studyId
    }
    const listed = await call(`study/${studyId}/stacks`)
    const [stack] = StudyStacks.parse(await listed.json()).stacks
    if (!stack) return expect.fail('no stack')
    const path = `study/${studyId}/stacks/${stack.key}/slices`
    const streaming = call(path)
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
    await expect.poll(async () => (await listKept()).length, { interval: 1 }).toBeGreaterThan(2)
    await first.kill()
    await streaming

    const again = await signIn(await runs.start())
    const bytes = new Uint8Array(await (await again(path)).arrayBuffer())
    const slices = readSliceStream(bytes, stack)
    expect(slices).toHaveLength(count)
    for (const slice of slices)
      for (const [column, row] of [
        [0, 0],
        [200, 100],
        [255, 255],
      ] as const)
        expect(getStored(slice, stack, column, row)).toBe(getStoredValue(slice.index, column, row))
  },
)
