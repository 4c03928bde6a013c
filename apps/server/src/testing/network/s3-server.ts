import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import S3rver from '@20minutes/s3rver'

export const s3Defaults = {
  kind: 's3',
  bucket: 'talus',
  region: 'eu-west-3',
  // The only credentials that the test server knows.
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
} as const

export async function listening(server: ReturnType<typeof createServer>) {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  return server.address() as AddressInfo
}

/**
 * A server that speaks S3 over real connections and checks signatures. It ignores checksums, so a
 * proxy in front of it does what S3 does: it refuses bytes without a checksum or with a wrong one.
 */
export async function startS3Server({ listedPerPage = 1000 } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'talus-s3-'))
  const servers = [false, true].map(
    (allowMismatchedSignatures) =>
      new S3rver({
        address: '127.0.0.1',
        port: 0,
        silent: true,
        directory,
        vhostBuckets: false,
        allowMismatchedSignatures,
        configureBuckets: [{ name: s3Defaults.bucket }],
      }),
  )
  const [strict, lenient] = await Promise.all(servers.map((server) => server.run()))
  let unfinished = 0
  const proxy = createServer((incoming, reply) => {
    const forward = (body: Buffer) => {
      if (incoming.method === 'PUT' && !isChecked(incoming, body))
        return reply.writeHead(400).end('<Error><Code>BadDigest</Code></Error>')
      if (incoming.url?.includes('uploads=') === true && incoming.method === 'POST') unfinished += 1
      if (incoming.url?.includes('uploadId=') === true && incoming.method !== 'PUT') unfinished -= 1
      const { method, url, headers } = incoming
      // The test server reads '/bucket/' as '/bucket' and rejects the signature of every call that
      // names no object.
      const port = (/^\/[^/]+\/?(?:\?|$)/u.test(url ?? '') ? lenient : strict)?.port
      // Without an agent: a connection that the test server ends while it is used again would fail.
      const target = { host: '127.0.0.1', port, method, headers, agent: false }
      const list = toFirstListing(url ?? '', listedPerPage)
      const onward = request({ ...target, path: list ?? url }, (answer) => {
        if (list !== undefined) return void sendListing(answer, reply)
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      })
      onward.on('error', () => reply.destroy())
      onward.end(body)
    }
    // A request is cut with the connection of its client.
    void buffer(incoming).then(forward, () => reply.destroy())
  }).listen(0, '127.0.0.1')
  const endpoint = `http://127.0.0.1:${(await listening(proxy)).port}`
  return {
    settings: { ...s3Defaults, endpoint },
    /** The number of uploads that were begun and neither completed nor aborted. */
    unfinished: () => unfinished,
    close: async () => {
      proxy.closeAllConnections()
      proxy.close()
      await Promise.all(servers.map((server) => server.close()))
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function isChecked({ headers }: IncomingMessage, body: Buffer): boolean {
  const expected = headers['x-amz-checksum-sha256'] ?? headers['x-amz-checksum-crc32']
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crc32(body))
  const hash = createHash('sha256').update(body).digest('base64')
  return expected === hash || expected === crc.toString('base64')
}

/**
 * The address of the same page of a listing in the first version of the protocol, whose pages begin
 * after a key. The test server creates the tokens of the second version with a function that Node
 * no longer has, so that it fails for more than a thousand objects.
 */
function toFirstListing(url: string, listedPerPage: number): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://s3.test')
  if (searchParams.get('list-type') !== '2') return undefined
  const token = searchParams.get('continuation-token')
  for (const name of ['list-type', 'continuation-token', 'start-after', 'fetch-owner', 'x-id'])
    searchParams.delete(name)
  searchParams.set('max-keys', String(listedPerPage))
  if (token !== null) searchParams.set('marker', Buffer.from(token, 'base64url').toString())
  return `${pathname}?${searchParams.toString()}`
}

/** Answers with a listing of the first version as one of the second. */
async function sendListing(answer: IncomingMessage, reply: ServerResponse): Promise<void> {
  const listing = await text(answer).catch(() => undefined)
  if (listing === undefined) return void reply.destroy()
  const isTruncated = listing.includes('<IsTruncated>true</IsTruncated>')
  const last = [...listing.matchAll(/<Key>([^<]*)<\/Key>/gu)].at(-1)?.[1]
  const token = isTruncated && last !== undefined && Buffer.from(last).toString('base64url')
  const next = token ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''
  reply
    .writeHead(answer.statusCode ?? 502, { 'content-type': 'application/xml' })
    .end(listing.replace('</ListBucketResult>', `${next}</ListBucketResult>`))
}
