import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ClinicId } from '@talus/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { imagesZip } from '../../../testing/zip.ts'
import { createDownload } from './download.ts'
import type { Download, DownloadEnd } from './download.ts'
import { collectingSink, writingSink } from '../../../api/zip/file-sink.ts'
import type { FileSink } from '../../../api/zip/file-sink.ts'
import { CutOff, NotWritten } from '../../../api/zip/receive-zip.ts'

const job = { clinicId: ClinicId.parse(7), clinicName: 'Harrow: Creek', type: 'DICOM' } as const

type Script = (response: ServerResponse, request: IncomingMessage) => unknown

/** On a busy machine a second is not long. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 8000 })

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server that answers as the script says. */
async function serverOf(script: Script): Promise<string> {
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

/** A download with everything real but the disk. */
async function downloadOf(script: Script, open?: (name: string) => Promise<FileSink | undefined>) {
  const address = await serverOf(script)
  const saved: { name: string; bytes: Uint8Array }[] = []
  const ends: DownloadEnd[] = []
  const seen: Download[] = []
  const save = (file: Blob, name: string) => {
    void file.bytes().then((bytes) => saved.push({ name, bytes }))
  }
  const download = createDownload({
    openFile: open ?? (async (name) => collectingSink(name, save)),
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

test('a zip that came to its end is saved under the name of the clinic, byte for byte', async () => {
  const zip = await imagesZip(25, 4000)
  const { download, saved, ends, phases } = await downloadOf(async (response) => {
    response.writeHead(200, headers(25))
    await sendInPieces(response, zip, 999)
    response.end()
  })
  await download.start(job)
  await soon(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toBe('Harrow- Creek images.zip')
  expect(Buffer.from(saved[0]?.bytes ?? []).equals(zip)).toBe(true)
  expect(ends).toMatchObject([
    { phase: 'done', fileName: 'Harrow- Creek images.zip', progress: { done: 25, total: 25 } },
  ])
  expect(phases().slice(0, 3)).toEqual(['choosing', 'asking', 'running'])
  expect(phases().at(-1)).toBe('done')
})

test('it tells how far it is while it runs', async () => {
  const zip = await imagesZip(4, 1000)
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const { download } = await downloadOf(async (response) => {
    response.writeHead(200, headers(4))
    // Two images and the beginning of the third.
    response.write(zip.subarray(0, 2800))
    await held
    response.end(zip.subarray(2800))
  })
  const running = download.start(job)
  await soon(() =>
    expect(download.store.get()).toMatchObject({
      phase: 'running',
      progress: { done: 2, total: 4, bytes: 2800 },
    }),
  )
  goOn()
  await running
  expect(download.store.get()).toMatchObject({ phase: 'done', progress: { bytes: zip.length } })
})

test('images that the server had to leave out are told at the end', async () => {
  const zip = await imagesZip(3, 100)
  const { download, ends } = await downloadOf((response) => {
    response.writeHead(200, headers(5))
    response.end(zip)
  })
  await download.start(job)
  expect(ends).toMatchObject([{ phase: 'done', progress: { done: 3, total: 5 } }])
})

test('a connection that breaks in the middle saves nothing', async () => {
  const zip = await imagesZip(10, 5000)
  const { download, saved, ends } = await downloadOf(async (response) => {
    response.writeHead(200, headers(10))
    response.write(zip.subarray(0, 20_000))
    await wait(50)
    response.destroy()
  })
  await download.start(job)
  expect(ends).toMatchObject([{ phase: 'failed', error: expect.any(CutOff) }])
  expect(saved).toEqual([])
})

test('an answer that ends too early without an error saves nothing either', async () => {
  const zip = await imagesZip(10, 500)
  const { download, saved, ends } = await downloadOf((response) => {
    response.writeHead(200, headers(10))
    response.end(zip.subarray(0, -30))
  })
  await download.start(job)
  expect(ends).toMatchObject([{ phase: 'failed', error: expect.any(CutOff) }])
  expect(saved).toEqual([])
})

test('a clinic without images saves nothing and says so', async () => {
  const zip = await imagesZip(0, 0)
  const { download, saved, ends } = await downloadOf((response) => {
    response.writeHead(200, headers(0))
    response.end(zip)
  })
  await download.start(job)
  expect(ends).toEqual([{ phase: 'empty', job }])
  expect(saved).toEqual([])
})

test('an answer that does not say how many images it has is a failure', async () => {
  const { download, ends } = await downloadOf((response) => response.end('hello'))
  await download.start(job)
  expect(ends).toMatchObject([{ phase: 'failed', error: { message: '' } }])
})

/** Sends an image's worth and then waits; tells when the browser has gone. */
async function endless() {
  const zip = await imagesZip(3, 1000)
  let isLeft = false
  const script: Script = (response) => {
    response.writeHead(200, headers(3))
    response.write(zip.subarray(0, 1500))
    response.on('close', () => {
      isLeft = true
    })
  }
  return { script, isLeft: () => isLeft }
}

test('cancelling ends it at once, on the server too, and another can begin', async () => {
  const { script, isLeft } = await endless()
  const { download, saved, ends } = await downloadOf(script)
  const running = download.start(job)
  await soon(() => expect(download.store.get().phase).toBe('running'))
  download.cancel()
  await running
  expect(ends).toEqual([{ phase: 'cancelled', job }])
  expect(saved).toEqual([])
  await soon(() => expect(isLeft()).toBe(true))

  const again = download.start(job)
  await soon(() => expect(download.store.get().phase).toBe('running'))
  download.cancel()
  await again
})

test('after signing out it ends without a word', async () => {
  const { script, isLeft } = await endless()
  const { download, ends } = await downloadOf(script)
  const running = download.start(job)
  await soon(() => expect(download.store.get().phase).toBe('running'))
  download.forget()
  expect(download.store.get()).toEqual({ phase: 'idle' })
  await running
  await soon(() => expect(isLeft()).toBe(true))
  expect(download.store.get()).toEqual({ phase: 'idle' })
  expect(ends).toEqual([])
})

test('whoever does not choose a file has asked for nothing', async () => {
  const asked = vi.fn<Script>()
  const { download, ends } = await downloadOf(asked, async () => undefined)
  await download.start(job)
  expect(download.store.get()).toEqual({ phase: 'idle' })
  expect([asked.mock.calls.length, ends]).toEqual([0, []])
})

test('there is one at a time', async () => {
  const { script } = await endless()
  const opened = vi.fn<(name: string) => Promise<FileSink>>(async (name) =>
    collectingSink(name, () => {}),
  )
  const { download } = await downloadOf(script, opened)
  const running = download.start(job)
  await download.start({ ...job, type: 'JPEG' })
  expect(opened).toHaveBeenCalledTimes(1)
  await soon(() => expect(download.store.get()).toMatchObject({ job: { type: 'DICOM' } }))
  download.cancel()
  await running
})

/** A file as a browser lets one choose it, on a disk of so many bytes. */
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
    // The rest of what such a stream can do is not asked for.
    createWritable: async () => stream as unknown as FileSystemWritableFileStream,
    remove: async () => {
      file.state = `${file.state}, removed`
    },
  }
  return { file, open: () => writingSink(handle) }
}

test('a chosen file is written as the pieces come, and keeps its name', async () => {
  const zip = await imagesZip(5, 2000)
  const { file, open } = chosenFile(1_000_000)
  const { download, ends } = await downloadOf((response) => {
    response.writeHead(200, headers(5))
    response.end(zip)
  }, open)
  await download.start(job)
  expect(ends).toMatchObject([{ phase: 'done', fileName: 'chosen.zip' }])
  expect(file).toEqual({ written: zip.length, state: 'saved' })
})

test('a full disk is told as such, and leaves no half of a file', async () => {
  const zip = await imagesZip(5, 2000)
  const { file, open } = chosenFile(3000)
  const { download, ends } = await downloadOf((response) => {
    response.writeHead(200, headers(5))
    response.end(zip)
  }, open)
  await download.start(job)
  expect(ends).toMatchObject([{ phase: 'failed', error: expect.any(NotWritten) }])
  expect(file.state).toBe('aborted, removed')
})

test('a clinic without images takes the chosen file away again', async () => {
  const { file, open } = chosenFile(1000)
  const { download, ends } = await downloadOf((response) => {
    response.writeHead(200, headers(0))
    response.end('PK')
  }, open)
  await download.start(job)
  expect(ends).toEqual([{ phase: 'empty', job }])
  expect(file).toEqual({ written: 0, state: 'aborted, removed' })
})
