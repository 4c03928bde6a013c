import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { rename, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { openAssociation } from '../../dimse/index.ts'
import { createZip } from '../images/create-zip.ts'
import type { HostileFile } from './hostile-files.ts'

export interface HostileTarget {
  /** The address of the API, without a slash at its end. */
  readonly base: string
  readonly authorization: string
  readonly dicomPort: number
  readonly calledTitle: string
  /** The folder that the bridge watches, if one runs. */
  readonly dropFolder?: string | undefined
}

export const waysIn = ['C-STORE', 'STOW-RS', 'import', 'zip', 'bridge folder'] as const
export type WayIn = (typeof waysIn)[number]

export interface Outcome {
  /** In one line. */
  readonly said: string
  readonly imageId?: number | undefined
}

async function* split(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += 65_536) yield chunk.subarray(at, at + 65_536)
}

const wholeFile = ({ meta, chunks }: HostileFile) => [meta, ...chunks]

async function post(
  { base, authorization }: HostileTarget,
  path: string,
  type: string,
  chunks: readonly Uint8Array[],
) {
  const sending = request(`${base}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': type, accept: 'application/dicom+json' },
  })
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  answered.catch(() => undefined)
  // The server may answer and close before everything is sent.
  sending.on('error', () => undefined)
  Readable.from(split(chunks)).pipe(sending)
  const [reply] = await answered
  const body = await text(reply).catch(() => '')
  sending.destroy()
  return { status: reply.statusCode ?? 0, body }
}

function toOutcome({ status, body }: { readonly status: number; readonly body: string }): Outcome {
  const imageId = Number(/"imageId":(\d+)/u.exec(body)?.[1] ?? NaN)
  const message = /"message":"([^"]*)"/u.exec(body)?.[1]
  const outcome = /"outcome":"(\w+)"/u.exec(body)?.[1]
  const reason = /"00081197":\{"vr":"US","Value":\[(\d+)/u.exec(body)?.[1]
  const said = [status, outcome, message, reason].filter((part) => part !== undefined).join(' ')
  return { said, imageId: Number.isNaN(imageId) ? undefined : imageId }
}

async function store(target: HostileTarget, file: HostileFile): Promise<Outcome> {
  const socket = connect(target.dicomPort, '127.0.0.1')
  await once(socket, 'connect')
  const contexts = [{ abstractSyntax: file.sopClass, transferSyntaxes: [file.transferSyntax] }]
  const association = await openAssociation(socket, {
    called: target.calledTitle,
    calling: 'HOSTILE',
    contexts,
  })
  try {
    const { status } = await association.store({ ...file, open: () => split(file.chunks) })
    return { said: `status ${status.toString(16)}` }
  } finally {
    association.abort()
  }
}

/** Ends when the bridge has taken the file out of its folder. */
async function drop(target: HostileTarget, file: HostileFile): Promise<Outcome> {
  if (target.dropFolder === undefined) return { said: 'no bridge' }
  const path = join(target.dropFolder, `${file.sopInstance}.dcm`)
  await writeFile(`${path}.part`, Buffer.concat(wholeFile(file)))
  await rename(`${path}.part`, path)
  for (let tries = 0; tries < 1200; tries += 1) {
    if (!(await stat(path).catch(() => undefined))) return { said: 'taken from the folder' }
    await wait(50)
  }
  return { said: 'left in the folder' }
}

/** A zip is created in memory before anything is measured. */
export function prepareSending(target: HostileTarget, file: HostileFile, way: WayIn) {
  if (way === 'C-STORE') return () => store(target, file)
  if (way === 'bridge folder') return () => drop(target, file)
  if (way === 'import')
    return async () =>
      toOutcome(
        await post(target, '/image/import?name=hostile', 'application/dicom', wholeFile(file)),
      )
  if (way === 'STOW-RS')
    return async () =>
      toOutcome(await post(target, '/dicom-web/studies', 'application/dicom', wholeFile(file)))
  const bytes = Buffer.concat(wholeFile(file))
  return prepareZip(target, bytes)
}

export function prepareZip(target: HostileTarget, bytes: Uint8Array) {
  const zip = createZip([
    { name: 'hostile.dcm', bytes, isDeflated: bytes.length < 256 * 1024 ** 2 },
  ])
  return async () =>
    toOutcome(await post(target, '/image/import?name=zip', 'application/zip', [zip]))
}

/** Shows a stored image in the ways of viewers, eight at once. */
export async function view(
  { base, authorization }: HostileTarget,
  imageId: number,
): Promise<Outcome> {
  const paths = [
    `/image/${imageId}.jpg?size=512`,
    `/image/${imageId}/metadata`,
    `/image/${imageId}/metadata?tags=1`,
    ...[1, 2, 3, 4, 5].map((frame) => `/image/${imageId}/pixels?frame=${frame}`),
  ]
  const statuses = await Promise.all(
    paths.map(async (path) => {
      const reply = await fetch(`${base}${path}`, { headers: { authorization } })
      for await (const _chunk of reply.body ?? []) continue
      return reply.status
    }),
  )
  return { said: `viewed ${statuses.join(' ')}` }
}
