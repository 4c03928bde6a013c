import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { limitConcurrency } from '@talus/node-kit/concurrency-limit'
import { fileFaults } from './file-faults.ts'
import type { FileSummary } from './read-protocol.ts'
import { getThreadEnvironment } from './thread-environment.ts'
import { WorkerFault } from './worker-fault.ts'

/** The calls of the read pool, for a file of this size. */
export type LongReadRequest = { readonly fileBytes: number } & (
  | { readonly call: 'summary' | 'content' | 'document' }
  | { readonly call: 'metadata'; readonly withTags: boolean }
  | { readonly call: 'locatePixels'; readonly frame: number }
)

export interface LongReadSettings {
  readonly script: URL
  /** A process that has not answered is ended; it may also wait for a slow file store. */
  readonly timeLimitMs: number
  /** The heap of a process, in megabytes. The bytes of the file do not count. */
  readonly heapMb: number
}

const defaults: LongReadSettings = {
  script: new URL('./long-read-worker.ts', import.meta.url),
  timeLimitMs: 60_000,
  heapMb: 192,
}

/**
 * Reads long headers, each in a process of its own that gets the file as a stream: a parser that
 * exhausts its memory ends that process only. Such files are rare, so no process waits for them.
 */
export function createLongReads(settings: Partial<LongReadSettings> = {}) {
  const { script, timeLimitMs, heapMb } = { ...defaults, ...settings }
  const running = new Set<ChildProcess>()
  // Each may need as much memory as the longest header.
  const limited = limitConcurrency(1)
  let isClosed = false

  async function run(
    request: LongReadRequest,
    openFile: () => Promise<AsyncIterable<Uint8Array>>,
    signal?: AbortSignal,
  ): Promise<unknown> {
    return limited(async () => {
      if (isClosed) throw new WorkerFault('closed')
      signal?.throwIfAborted()
      const file = await openFile()
      const child = spawn(
        process.execPath,
        [
          `--max-old-space-size=${heapMb}`,
          '--max-semi-space-size=8',
          fileURLToPath(script),
          JSON.stringify(request),
        ],
        { stdio: ['pipe', 'pipe', 'ignore'], env: getThreadEnvironment(), windowsHide: true },
      )
      running.add(child)
      const timer = setTimeout(() => child.kill('SIGKILL'), timeLimitMs)
      try {
        return await readAnswer(child, file)
      } catch (error) {
        throw isClosed ? new WorkerFault('closed') : error
      } finally {
        clearTimeout(timer)
        running.delete(child)
        child.kill('SIGKILL')
      }
    })
  }

  return {
    run,
    close(): void {
      isClosed = true
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

async function readAnswer(
  child: ChildProcess & { readonly stdin: Writable; readonly stdout: Readable },
  file: AsyncIterable<Uint8Array>,
): Promise<unknown> {
  const fault = Promise.withResolvers<never>()
  child.once('error', (cause) => fault.reject(new WorkerFault('crashed', { cause })))
  // A process that stops reading at the pixel data closes its input.
  child.stdin.on('error', () => undefined)
  writeFile(child.stdin, file).catch((error: unknown) => fault.reject(error))
  const answer = await Promise.race([buffer(child.stdout), fault.promise])
  return parseAnswer(answer)
}

/** Each chunk is written before the next one is read, which may arrive in the same memory. */
async function writeFile(input: Writable, file: AsyncIterable<Uint8Array>): Promise<void> {
  // The process may end without reading what is written.
  const closed = new Promise<boolean>((resolve) => input.once('close', () => resolve(false)))
  for await (const chunk of file) {
    const written = new Promise<boolean>((resolve) =>
      input.write(chunk, (error) => resolve(!error)),
    )
    if (!(await Promise.race([written, closed]))) return
  }
  input.end()
}

function parseAnswer(answer: Buffer): unknown {
  if (answer.byteLength < 4) throw new WorkerFault('crashed')
  const end = 4 + answer.readUInt32LE(0)
  if (answer.byteLength < end) throw new WorkerFault('crashed')
  // Our own script wrote it.
  const { result, fault } = JSON.parse(answer.toString('utf8', 4, end)) as {
    readonly result?: Partial<FileSummary>
    readonly fault?: Parameters<typeof fileFaults.unpack>[0]
  }
  if (fault) throw fileFaults.unpack(fault)
  return answer.byteLength > end ? { ...result, json: answer.toString('utf8', end) } : result
}
