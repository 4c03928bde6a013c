import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request as sendRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { CaseId, defineRoute, multilineText, refuse } from '@talus/contract'
import type { ErrorReply } from '@talus/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createAccessChanges } from './access-changes.ts'
import { z } from 'zod'
import type { FileStore } from '../files/index.ts'
import { startTestServer } from '../testing/server/test-server.ts'
import type { TestServer } from '../testing/server/test-server.ts'
import { createMounter } from './mount.ts'
import { sweepPendingFiles } from './receive-form.ts'
import { createHttpServer } from './server.ts'

const megabyte = 1024 * 1024

/** A form with every limit, mounted as the features mount theirs. */
const upload = defineRoute({
  method: 'POST',
  path: '/test/upload',
  summary: 'Receive a form',
  needs: 'report.create',
  clinic: { in: 'query', name: 'clinicId' },
  query: z.object({ clinicId: z.coerce.number() }),
  form: {
    fields: z.object({ caseId: CaseId, note: multilineText().optional() }),
    fieldBytes: 1000,
    files: {
      pictures: { min: 0, max: 3, bytes: 2000 },
      pdf: { min: 1, max: 1, bytes: 120 * megabyte },
    },
    fileBytes: 120 * megabyte + 3000,
  },
  response: z.object({
    caseId: z.number(),
    note: z.string().optional(),
    files: z.array(z.string()),
  }),
})

let server: TestServer
let app: FastifyInstance
let address: URL
let token: string
const faults: string[] = []
/** Tests replace this to delay or fail the store. */
let putFile: FileStore['put'] | undefined

beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.reporter.id)
  const { unscopedDb, files, findActor } = server
  app = await createHttpServer({
    log: server.app.log,
    apiBase: '/api/',
    publicUrl: 'http://localhost/',
    trustProxy: false,
    identity: {},
    reportError: ({ message }) => faults.push(message),
  })
  await app.register(
    async (api) => {
      const { mount } = createMounter(api, {
        unscopedDb,
        files: { ...files, put: (...given) => (putFile ?? files.put)(...given) },
        authenticate: findActor,
        authenticateKey: () => refuse('auth/unknown-key'),
        accessChanges: createAccessChanges(),
        countCall: () => undefined,
        publicCallsPerMinute: 1000,
        variant: 'local',
      })
      mount(upload, async ({ form }) => {
        if (form.fields.note === 'fail') throw new Error('the handler failed')
        const [first] = form.files
        if (form.fields.note === 'keep') await first?.keep('kept/first')
        return {
          ...form.fields,
          files: form.files.map(
            ({ field, fileName, mediaType, byteLength }) =>
              `${field} ${fileName} ${mediaType} ${byteLength}`,
          ),
        }
      })
    },
    { prefix: '/api' },
  )
  address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(async () => {
  await app.close()
  await server.close()
})
afterEach(async () => {
  putFile = undefined
  await vi.waitUntil(async () => (await listLeftovers()).length === 0, 5000)
  const [fault] = faults.splice(0)
  if (fault !== undefined) throw new Error(`reported, but not expected: ${fault}`)
})

/** Files that a finished request must not leave in the store. */
async function listLeftovers(): Promise<string[]> {
  const pending: string[] = []
  for await (const { key } of server.files.list('pending')) pending.push(key)
  const unfinished = await readdir(join(server.folder, 'files', '.tmp')).catch(() => [])
  return [...pending, ...unfinished]
}

type Part = readonly [name: string, content: string | Buffer, fileName?: string, type?: string]

const boundary = 'a-boundary'
const encodePart = ([name, content, fileName, type]: Part) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n${type === undefined ? '' : `content-type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const closing = Buffer.from(`--${boundary}--\r\n`)
const encode = (parts: readonly Part[]) => Buffer.concat([...parts.map(encodePart), closing])

const openRequest = (options: { clinicId?: number; token?: string | undefined } = {}) =>
  sendRequest(
    new URL(`/api/test/upload?clinicId=${options.clinicId ?? server.first.id}`, address),
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${options.token ?? token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    },
  )

interface Answer {
  readonly status: number | undefined
  readonly body: z.output<typeof upload.response> & ErrorReply
}

async function post(
  parts: readonly Part[] | Buffer,
  options?: Parameters<typeof openRequest>[0],
): Promise<Answer> {
  const outgoing = openRequest(options)
  // The server may close the connection after a refusal.
  outgoing.on('error', () => undefined)
  outgoing.end(Buffer.isBuffer(parts) ? parts : encode(parts))
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: JSON.parse(await text(response)) }
}

const summarise = ({ status, body }: Answer) => [status, body.code, Object.keys(body.fields ?? {})]
const pdf: Part = ['pdf', '%PDF-', 'report.pdf', 'application/pdf']
const picture: Part = ['pictures', 'GIF8', 'a.gif', 'image/gif']

test('a form arrives with typed fields and with its files in the order of the body', async () => {
  const answer = await post([
    ['pictures', 'bbbb', 'b.png', 'Image/PNG; x=y'],
    ['note', 'ä\r\nb'],
    pdf,
    ['caseId', '7'],
    ['pictures', '', 'a.png'],
  ])
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      caseId: 7,
      note: 'ä\r\nb',
      files: [
        'pictures b.png image/png 4',
        'pdf report.pdf application/pdf 5',
        'pictures a.png application/octet-stream 0',
      ],
    },
  ])
})

test('a browser encodes a form as the server reads it', async () => {
  const data = new FormData()
  data.append('caseId', '7')
  data.append('pdf', new File(['%PDF-'], 'Œdème "1".pdf', { type: 'application/pdf' }))
  const response = await fetch(new URL(`/api/test/upload?clinicId=${server.first.id}`, address), {
    method: 'POST',
    body: data,
    headers: { authorization: `Bearer ${token}` },
  })
  expect([response.status, await response.json()]).toEqual([
    200,
    { caseId: 7, files: ['pdf Œdème "1".pdf application/pdf 5'] },
  ])
})

test('a file that the handler keeps stays in the store under the key of the feature', async () => {
  expect((await post([['note', 'keep'], pdf, ['caseId', '7']])).status).toBe(200)
  const stored = await server.files.read('kept/first')
  expect(stored && (await text(stored))).toBe('%PDF-')
  await server.files.remove('kept/first')
})

test('no file stays when the handler fails', async () => {
  expect((await post([['note', 'fail'], pdf, ['caseId', '7']])).status).toBe(500)
  expect(faults.splice(0)).toEqual(['the handler failed'])
})

test('all missing fields and files of a form are named at once', async () => {
  expect(summarise(await post([picture]))).toEqual([400, 'request/invalid', ['caseId', 'pdf']])
  expect(summarise(await post([]))).toEqual([400, 'request/invalid', ['caseId', 'pdf']])
})

test('an empty file input counts as no file, but a file needs a name', async () => {
  const unchosen: Part = ['pictures', '', '', 'application/octet-stream']
  expect((await post([['caseId', '7'], pdf, unchosen])).body.files).toHaveLength(1)
  const nameless: Part = ['pictures', 'GIF8', '']
  expect(summarise(await post([pdf, nameless]))).toEqual([400, 'request/invalid', ['pictures']])
})

test.each<[string, Part[], number, string[]]>([
  ['a field that is not declared', [pdf, ['clinicId', '2']], 400, ['clinicId']],
  ['a field named like a prototype', [pdf, ['__proto__', '2']], 400, ['__proto__']],
  ['a file that is not declared', [pdf, ['script', 'x', 'x.js']], 400, ['script']],
  ['a file in place of a text', [pdf, ['caseId', '7', '7.txt']], 400, ['caseId']],
  ['a text in place of a file', [pdf, ['pictures', 'GIF8']], 400, ['pictures']],
  ['a field sent twice', [pdf, ['caseId', '7'], ['caseId', '8']], 400, ['caseId']],
  ['one file too many', [pdf, picture, picture, picture, picture], 400, ['pictures']],
  ['a text that is no UTF-8', [pdf, ['note', Buffer.from([0xff])]], 400, ['note']],
  ['a file one byte too large', [pdf, ['pictures', 'x'.repeat(2001), 'a']], 413, ['pictures']],
  ['fields one byte too large', [pdf, ['caseId', '7'], ['note', 'x'.repeat(1000)]], 413, ['note']],
  ['a name with a NUL', [pdf, ['pictures', 'x', 'a\u0000.gif']], 400, ['pictures']],
  ['a name of 300 characters', [pdf, ['pictures', 'x', 'a'.repeat(300)]], 400, ['pictures']],
  ['a name of 10 kB', [pdf, ['pictures', 'x', 'a'.repeat(10_000)]], 400, []],
])('%s is refused under its name, and no file stays', async (_case, parts, status, fields) => {
  const answer = await post(parts)
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([status, fields])
})

test('files and fields at their limits are accepted', async () => {
  const full: Part = ['pictures', 'x'.repeat(2000), 'a']
  const answer = await post([full, ['caseId', '7'], ['note', 'x'.repeat(999)], pdf])
  expect(answer.status).toBe(200)
})

test('a path in a file name is dropped', async () => {
  const answer = await post([
    ['caseId', '7'],
    ['pdf', 'x', '../../x'],
  ])
  expect(answer.body.files).toEqual(['pdf x application/octet-stream 1'])
})

test('a body that is no multipart form is refused', async () => {
  const send = (type: string, body: string) =>
    app.inject({
      method: 'POST',
      url: `/api/test/upload?clinicId=${server.first.id}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      payload: body,
    })
  expect((await send('application/json', '{"caseId":7}')).statusCode).toBe(415)
  expect((await send('application/dicom', 'DICM')).statusCode).toBe(415)
  expect((await send('multipart/form-data', '')).statusCode).toBe(400)
  for (const body of ['', 'no boundary', `--${boundary}\r\n`, `--${boundary}\r\n\r\nx`])
    expect((await post(Buffer.from(body))).status).toBe(400)
})

test('no byte of a file is stored for a caller without the right or for another clinic', async () => {
  let puts = 0
  putFile = (...given) => {
    puts += 1
    return server.files.put(...given)
  }
  const other = await server.createToken(server.first.users.staff.id)
  const parts = [pdf, ['caseId', '7']] satisfies Part[]
  expect((await post(parts, { token: 'x'.repeat(43) })).body.code).toBe('access/sign-in-required')
  expect((await post(parts, { token: other })).body.code).toBe('access/forbidden')
  expect((await post(parts, { clinicId: server.second.id })).body.code).toBe('access/other-clinic')
  expect(puts).toBe(0)
})

test('a client that disconnects in the middle of a file leaves nothing behind', async () => {
  const outgoing = openRequest()
  outgoing.on('error', () => undefined)
  outgoing.write(encodePart(picture))
  outgoing.write(encodePart(['pdf', Buffer.alloc(3 * megabyte), 'a.pdf']).subarray(0, -2))
  await expect.poll(listLeftovers).toHaveLength(2)
  outgoing.destroy()
  await expect.poll(listLeftovers).toEqual([])
})

test('a store that fails is reported, and earlier files of the form are removed', async () => {
  let puts = 0
  putFile = (...given) => {
    puts += 1
    if (puts === 2) return Promise.reject(new Error('the disk failed'))
    return server.files.put(...given)
  }
  expect((await post([picture, pdf, ['caseId', '7']])).status).toBe(500)
  expect(faults.splice(0)).toEqual(['the disk failed'])
})

/** Writes the same megabyte again and again, as fast as the server takes it. */
async function writeMegabytes(outgoing: ReturnType<typeof openRequest>, count: number) {
  const chunk = Buffer.alloc(megabyte, 'x')
  for (let written = 0; written < count; written += 1)
    if (!outgoing.write(chunk)) await once(outgoing, 'drain')
}

const startFile = Buffer.from(
  `--${boundary}\r\ncontent-disposition: form-data; name="pdf"; filename="a.pdf"\r\n\r\n`,
)

test('a file of 100 MB is stored in bounded memory', async () => {
  const outgoing = openRequest()
  outgoing.write(startFile)
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }, 5)
  await writeMegabytes(outgoing, 100)
  clearInterval(sampling)
  outgoing.end(Buffer.concat([Buffer.from('\r\n'), encodePart(['caseId', '7']), closing]))
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect(JSON.parse(await text(response))).toMatchObject({
    files: [`pdf a.pdf application/octet-stream ${100 * megabyte}`],
  })
  expect(most).toBeLessThan(32 * megabyte)
})

test('a slow store slows the client down instead of filling the memory', async () => {
  const gate = Promise.withResolvers<void>()
  putFile = async (key, bytes, options) => {
    async function* slowly() {
      for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
        await gate.promise
        yield chunk
      }
    }
    return server.files.put(key, slowly(), options)
  }
  const outgoing = openRequest()
  outgoing.write(startFile)
  let written = 0
  const chunk = Buffer.alloc(megabyte)
  const sending = (async () => {
    for (; written < 60; written += 1) if (!outgoing.write(chunk)) await once(outgoing, 'drain')
  })()
  await sleep(300)
  // Sockets of the system hold a few megabytes; the rest waits at the client.
  expect(written).toBeLessThan(30)
  gate.resolve()
  await sending
  outgoing.end(Buffer.concat([Buffer.from('\r\n'), encodePart(['caseId', '7']), closing]))
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  response.resume()
})

test('an upload ends at the first byte too many, before the client has sent the rest', async () => {
  const outgoing = openRequest()
  const failed = once(outgoing, 'error')
  const answered = once(outgoing, 'response')
  outgoing.write(startFile)
  let written = 0
  const chunk = Buffer.alloc(megabyte)
  const sendOn = async () => {
    for (; written < 1000; written += 1) if (!outgoing.write(chunk)) await once(outgoing, 'drain')
  }
  // Sending fails when the server closes the connection.
  sendOn().catch(() => undefined)
  const outcome = await Promise.race([
    answered.then(([response]) => (response as IncomingMessage).statusCode),
    failed.then(() => 'closed'),
  ])
  expect([413, 'closed']).toContain(outcome)
  outgoing.destroy()
  expect(written).toBeLessThan(200)
})

test('the sweep removes pending files of a day ago, and no younger ones', async () => {
  await server.files.put('pending/left', Buffer.from('x'))
  await sweepPendingFiles(server.files, new Date(Date.now() + 23 * 3_600_000))
  expect(await listLeftovers()).toEqual(['pending/left'])
  await sweepPendingFiles(server.files, new Date(Date.now() + 25 * 3_600_000))
})
