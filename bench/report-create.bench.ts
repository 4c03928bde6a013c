// CreatePDF of a report with ten pages and twenty images of 3000 x 2400, from the request to the
// stored version: time, processor time, longest block of the event loop, memory and size.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startTalus } from './dicom/talus.ts'
import { measureWork, median, readResidentMb, waitUntilIdle } from './support/measure.ts'
import { createRadiograph } from './support/radiograph.ts'
import { createBenchReport, pictureCount } from './support/report-document.ts'

const rounds = 6
const goals = { seconds: 1.5, blockMs: 50, bytes: 2 * 1024 * 1024 }

const folder = await mkdtemp(join(tmpdir(), 'talus-bench-report-'))
const delayFile = join(folder, 'loop-delay')
process.env.LOOP_DELAY_FILE = delayFile
process.env.NODE_OPTIONS = `--import=${new URL('support/loop-delay.ts', import.meta.url).href}`
const talus = await startTalus(join(folder, 'data'))

/** The longest block of the event loop since the last call. */
async function readLongestBlock(): Promise<number> {
  await rm(delayFile, { force: true })
  process.kill(talus.pid, 'SIGUSR2')
  for (;;) {
    const text = await readFile(delayFile, 'utf8').catch(() => '')
    if (text !== '') return Number(text)
    await wait(5)
  }
}

const readPeakMb = async () => {
  const status = await readFile(`/proc/${String(talus.pid)}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024
}

async function post(
  path: string,
  type: string,
  body: Buffer<ArrayBuffer> | string,
): Promise<string> {
  const reply = await fetch(`${talus.base}/${path}`, {
    method: 'POST',
    headers: { authorization: talus.authorization, 'content-type': type },
    body,
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path}: ${String(reply.status)} ${text}`)
  return text
}

try {
  const imageIds: number[] = []
  let studyId = 0
  for (let number = 1; number <= pictureCount; number += 1) {
    const file = Buffer.from(createRadiograph('2.25.77', number))
    const line: unknown = JSON.parse(await post('image/import', 'application/dicom', file))
    const stored = line as { readonly imageId: number; readonly studyId: number }
    imageIds.push(stored.imageId)
    studyId = stored.studyId
  }
  // The editor reads the draft when it opens, a while before the PDF is made.
  const draft = await fetch(`${talus.base}/report/draft/${String(studyId)}`, {
    headers: { authorization: talus.authorization },
  })
  await draft.body?.cancel()
  await waitUntilIdle(talus.pid)
  const restMb = await readResidentMb(talus.pid)
  const document = createBenchReport(studyId, imageIds)
  let bytes = 0
  const results = []
  for (let round = 0; round < rounds; round += 1) {
    await readLongestBlock()
    const used = await measureWork(talus.pid, async () => {
      const body = JSON.stringify({ key: randomUUID(), document })
      const made: unknown = JSON.parse(
        await post(`report/create/${String(studyId)}`, 'application/json', body),
      )
      bytes = (made as { readonly report: { readonly byteLength: number } }).report.byteLength
    })
    const blockMs = await readLongestBlock()
    results.push({ ...used, blockMs })
    console.log(
      `${round === 0 ? 'first' : 'later'}: ${used.seconds.toFixed(2)} s, ` +
        `${used.cpu.toFixed(2)} s of processor, event loop blocked ${blockMs.toFixed(0)} ms at most`,
    )
  }
  const seconds = median(results.slice(1).map((one) => one.seconds))
  const blockMs = Math.max(...results.map((one) => one.blockMs))
  console.log(
    `median ${seconds.toFixed(2)} s (goal ${String(goals.seconds)}), longest block ` +
      `${blockMs.toFixed(0)} ms (goal ${String(goals.blockMs)}), ${(bytes / 1024).toFixed(0)} kB (goal ` +
      `${String(goals.bytes / 1024)}), memory ${restMb.toFixed(0)} MB at rest, ` +
      `${(await readPeakMb()).toFixed(0)} MB at most since the start; load ${loadavg()[0]?.toFixed(1) ?? ''}`,
  )
} finally {
  await talus.stop()
  await rm(folder, { recursive: true, force: true })
}
