import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ClinicId } from '@talus/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { createImagesZip } from '../../../testing/zip.ts'
import { createDownload } from './download.ts'
import type { DownloadStatus, DownloadEnd } from './download.ts'
import { createBlobSink, openFileSink } from '../../../api/zip/file-sink.ts'
import type { FileSink } from '../../../api/zip/file-sink.ts'
import { ConnectionLostError, WriteFailedError } from '../../../api/zip/receive-zip.ts'

const job = { clinicId: ClinicId.parse(7), clinicName: 'Harrow: Creek', type: 'DICOM' } as const

type Script = (response: ServerResponse, request: IncomingMessage) => unknown

/** Longer than the default of one second, for a busy computer. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 8000 })

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Starts a server that runs the script for each request. */
async function startServer(script: Script): Promise<string> {
  const server = createServer((request, response) => void script(response, request))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** A download in which only the disk is fake. */
async function createFixture(
  script: Script,
  open?: (name: string) => Promise<FileSink | undefined>,
) {
  const address = await startServer(script)
  const saved: { name: string; bytes: Uint8Array }[] = []
  const ends: DownloadEnd[] = []
  const seen: DownloadStatus[] = []
  const save = (file: Blob, name: string) => {
    void file.bytes().then((bytes) => saved.push({ name, bytes }))
  }
  const download = createDownload({
    openFile: open ?? (async (name) => createBlobSink(name, save)),
    request: async (_job, signal, read) => read(await fetch(address, { method: 'POST', signal })),
    clock: () => performance.now(),
    onEnd: (end) => ends.push(end),
  })
  download.store.subscribe(() => seen.push(download.store.get()))
  return { download, saved, ends, phases: () => seen.map(({ phase }) => phase), seen }
}

const headers = (images: number) => ({ 'content-type': 'application/zip', 'x-image-count': images })

async function sendInPieces(response: ServerResponse, bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) {
    if (!response.write(bytes.subarray(at, at + size)))
      await new Promise((resolve) => response.once('drain', resolve))
  }
}

test('saves a complete zip under the name of the clinic without changing it', async () => {
  const zip = await createImagesZip(25, 4000)
  const { download, saved, ends, phases } = await createFixture(async (response) => {
    response.writeHead(200, headers(25))
    await sendInPieces(response, zip, 999)
    response.end()
  })
  await download.start(job)
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toBe('Harrow- Creek images.zip')
  expect(Buffer.from(saved[0]?.bytes ?? []).equals(zip)).toBe(true)
  expect(ends).toMatchObject([
    { phase: 'done', fileName: 'Harrow- Creek images.zip', progress: { done: 25, total: 25 } },
  ])
  expect(phases().slice(0, 3)).toEqual(['choosing', 'asking', 'running'])
  expect(phases().at(-1)).toBe('done')
})

test('reports the progress of a running download', async () => {
  const zip = await createImagesZip(4, 1000)
  let resume = () => {}
  const paused = new Promise<void>((resolve) => {
    resume = resolve
  })
  const { download } = await createFixture(async (response) => {
    response.writeHead(200, headers(4))
    // Two images and the first part of the third.
    response.write(zip.subarray(0, 2800))
    await paused
    response.end(zip.subarray(2800))
  })
  const running = download.start(job)
  await waitFor(() =>
    expect(download.store.get()).toMatchObject({
      phase: 'running',
      progress: { done: 2, total: 4, bytes: 2800 },
    }),
  )
  resume()
  await running
  expect(download.store.get()).toMatchObject({ phase: 'done', progress: { bytes: zip.length } })
})

test('reports images that are missing in the zip', async () => {
  const zip = await createImagesZip(3, 100)
  const { download, ends } = await createFixture((response) => {
    response.writeHead(200, headers(5))
    response.end(zip)
  })
  await download.start(job)
  expect(ends).toMatchObject([{ phase: 'done', progress: { done: 3, total: 5 } }])
})

test('saves nothing if the connection breaks', async () => {
  const zip = await createImagesZip(10, 5000)
  const { download, saved, ends } = await createFixture(async (response) => {
    response.writeHead(200, headers(10))
    response.write(zip.subarray(0, 20_000))
    await wait(50)
    response.destroy()
  })
  await download.start(job)
  expect(ends).toMatchObject([{ phase: 'failed', error: expect.any(ConnectionLostError) }])
  expect(saved).toEqual([])
})

test('saves nothing if the response is truncated without an error', async () => {
  const zip = await createImagesZip(10, 500)
  const { download, saved, ends } = await createFixture((response) => {
    response.writeHead(200, headers(10))
    response.end(zip.subarray(0, -30))
  })
  await download.start(job)
  expect(ends).toMatchObject([{ phase: 'failed', error: expect.any(ConnectionLostError) }])
  expect(saved).toEqual([])
})

test('saves nothing for a clinic without images and reports it as empty', async () => {
  const zip = await createImagesZip(0, 0)
  const { download, saved, ends } = await createFixture((response) => {
    response.writeHead(200, headers(0))
    response.end(zip)
  })
  await download.start(job)
  expect(ends).toEqual([{ phase: 'empty', job }])
  expect(saved).toEqual([])
})

test('fails if the response has no image count', async () => {
  const { download, ends } = await createFixture((response) => response.end('hello'))
  await download.start(job)
  expect(ends).toMatchObject([{ phase: 'failed', error: { message: '' } }])
})

/** A script that sends one image and then waits; detects when the client disconnects. */
async function createEndlessScript() {
  const zip = await createImagesZip(3, 1000)
  let isDisconnected = false
  const script: Script = (response) => {
    response.writeHead(200, headers(3))
    response.write(zip.subarray(0, 1500))
    response.on('close', () => {
      isDisconnected = true
    })
  }
  return { script, isDisconnected: () => isDisconnected }
}

test('cancelling ends the download and the request at once, and another download can start', async () => {
  const { script, isDisconnected } = await createEndlessScript()
  const { download, saved, ends } = await createFixture(script)
  const running = download.start(job)
  await waitFor(() => expect(download.store.get().phase).toBe('running'))
  download.cancel()
  await running
  expect(ends).toEqual([{ phase: 'cancelled', job }])
  expect(saved).toEqual([])
  await waitFor(() => expect(isDisconnected()).toBe(true))

  const again = download.start(job)
  await waitFor(() => expect(download.store.get().phase).toBe('running'))
  download.cancel()
  await again
})

test('a sign-out ends the download without a report', async () => {
  const { script, isDisconnected } = await createEndlessScript()
  const { download, ends } = await createFixture(script)
  const running = download.start(job)
  await waitFor(() => expect(download.store.get().phase).toBe('running'))
  download.reset()
  expect(download.store.get()).toEqual({ phase: 'idle' })
  await running
  await waitFor(() => expect(isDisconnected()).toBe(true))
  expect(download.store.get()).toEqual({ phase: 'idle' })
  expect(ends).toEqual([])
})

test('sends no request if the user dismisses the file picker', async () => {
  const script = vi.fn<Script>()
  const { download, ends } = await createFixture(script, async () => undefined)
  await download.start(job)
  expect(download.store.get()).toEqual({ phase: 'idle' })
  expect([script.mock.calls.length, ends]).toEqual([0, []])
})

test('runs one download at a time', async () => {
  const { script } = await createEndlessScript()
  const opened = vi.fn<(name: string) => Promise<FileSink>>(async (name) =>
    createBlobSink(name, () => {}),
  )
  const { download } = await createFixture(script, opened)
  const running = download.start(job)
  await download.start({ ...job, type: 'JPEG' })
  expect(opened).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(download.store.get()).toMatchObject({ job: { type: 'DICOM' } }))
  download.cancel()
  await running
})

/** A fake file of the file picker, on a disk with the given number of free bytes. */
function chosenFile(space: number) {
  const file = { written: 0, state: 'empty' }
  const stream = {
    write: async (piece: Uint8Array) => {
      file.written += piece.byteLength
      if (file.written > space) throw new DOMException('', 'QuotaExceededError')
    },
    close: async () => {
      file.state = 'saved'
    },
    abort: async () => {
      file.state = 'aborted'
    },
  }
  const handle = {
    name: 'chosen.zip',
    // The other members of the stream are not used.
    createWritable: async () => stream as unknown as FileSystemWritableFileStream,
    remove: async () => {
      file.state = `${file.state}, removed`
    },
  }
  return { file, open: () => openFileSink(handle) }
}

test('writes a selected file chunk by chunk and keeps its name', async () => {
  const zip = await createImagesZip(5, 2000)
  const { file, open } = chosenFile(1_000_000)
  const { download, ends } = await createFixture((response) => {
    response.writeHead(200, headers(5))
    response.end(zip)
  }, open)
  await download.start(job)
  expect(ends).toMatchObject([{ phase: 'done', fileName: 'chosen.zip' }])
  expect(file).toEqual({ written: zip.length, state: 'saved' })
})

test('reports a full disk and leaves no partial file', async () => {
  const zip = await createImagesZip(5, 2000)
  const { file, open } = chosenFile(3000)
  const { download, ends } = await createFixture((response) => {
    response.writeHead(200, headers(5))
    response.end(zip)
  }, open)
  await download.start(job)
  expect(ends).toMatchObject([{ phase: 'failed', error: expect.any(WriteFailedError) }])
  expect(file.state).toBe('aborted, removed')
})

test('removes the selected file if the clinic has no images', async () => {
  const { file, open } = chosenFile(1000)
  const { download, ends } = await createFixture((response) => {
    response.writeHead(200, headers(0))
    response.end('PK')
  }, open)
  await download.start(job)
  expect(ends).toEqual([{ phase: 'empty', job }])
  expect(file).toEqual({ written: 0, state: 'aborted, removed' })
})
