import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { refuse, refuseField } from '@talus/contract'
import type { FileField, FormShape, RouteFileField, RouteFormFields } from '@talus/contract'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { FileStore, StoredFile } from '../files/index.ts'
import { openBodyStream } from './body-stream.ts'
import { InvalidRequestError } from './error-reply.ts'
import { checkFileName, parseFormDisposition } from './form-disposition.ts'
import { parseMediaType } from './media-type.ts'
import { checkBoundary, headerBytesMax, readMultipart } from './multipart-reader.ts'
import type { MultipartPart } from './multipart-reader.ts'

/** A file of a form. It is removed after the request, unless the handler keeps it. */
export interface FormFile<Name extends string = string> {
  readonly field: Name
  /** Without a path, and for display only: two files may have the same name. */
  readonly fileName: string
  /** The type that the client sent; the content may differ. */
  readonly mediaType: string
  readonly byteLength: number
  /** SHA-256 in lower-case hexadecimal digits. */
  readonly sha256: string
  /** The file is readable under this key until the handler returns. */
  readonly pendingKey: string
  /** Stores the file under a key of the feature, which removes it if the request fails later. */
  readonly keep: (key: string) => Promise<StoredFile>
}

/** The form of a request: its checked fields, and its files in the order of the body. */
export interface Form<Definition> {
  readonly fields: RouteFormFields<Definition>
  readonly files: readonly FormFile<RouteFileField<Definition>>[]
}

interface ReceivedForm {
  readonly fields: unknown
  readonly files: readonly FormFile[]
  readonly removePending: () => Promise<void>
}

const pendingFolder = 'pending'
/** Longer than any request runs. */
const pendingMaxAgeMs = 24 * 3_600_000

/** Removes files of forms that a server left behind when it was killed. */
export async function sweepPendingFiles(files: FileStore, now: Date): Promise<void> {
  for await (const { key, modifiedOn } of files.list(pendingFolder))
    if (now.getTime() - Date.parse(modifiedOn) > pendingMaxAgeMs) await files.remove(key)
}

/**
 * Receives a multipart form. Files go to the store as they arrive, because they may come before the
 * fields that decide about them; none of them stays if the form is refused or the client
 * disconnects.
 */
export async function receiveForm(
  shape: FormShape,
  reply: FastifyReply,
  store: FileStore,
): Promise<ReceivedForm> {
  const { type, parameters } = parseMediaType(reply.request.headers['content-type'] ?? '')
  if (!(reply.request.body instanceof Readable) || type !== 'multipart/form-data')
    refuse('request/unsupported-type')
  const boundary = checkBoundary(parameters.get('boundary'))
  const body = openBodyStream(reply)
  const reader = new FormReader(shape, store)
  try {
    for await (const part of readMultipart(body.pooledBytes(), boundary, getLimits(shape)))
      await reader.add(part)
    return { fields: reader.checkFields(), files: reader.files, removePending: reader.removeFiles }
  } catch (error) {
    body.discard()
    await reader.removeFiles()
    // A client that disconnects is no fault of the server to report.
    const { destroyed, complete } = reply.request.raw
    if (destroyed && !complete) refuse('request/malformed')
    throw error
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function getLimits({ fields, fieldBytes, files, fileBytes }: FormShape) {
  const fileParts = sum(Object.values(files).map(({ max }) => max))
  // One more of each kind, so that the refusal can name the field.
  const parts = Object.keys(fields.shape).length + fileParts + Object.keys(files).length + 1
  const bodyBytes = fieldBytes + fileBytes + (parts + 1) * 2 * headerBytesMax
  return { parts, partBytes: bodyBytes, bodyBytes }
}

/** Collects the parts of one form. */
class FormReader {
  readonly files: FormFile[] = []
  readonly #shape: FormShape
  readonly #store: FileStore
  readonly #fields = new Map<string, string>()
  #fieldBytes = 0

  constructor(shape: FormShape, store: FileStore) {
    this.#shape = shape
    this.#store = store
  }

  async add({ headers, bytes }: MultipartPart): Promise<void> {
    const { name, fileName } = parseFormDisposition(headers.get('content-disposition'))
    if (fileName === undefined) {
      await this.#addField(name, bytes)
      return
    }
    const rule = Object.hasOwn(this.#shape.files, name) ? this.#shape.files[name] : undefined
    if (!rule) return refuseField(name, 'field/unknown')
    if (fileName === '') await checkEmpty(name, bytes)
    else {
      const { type } = parseMediaType(headers.get('content-type') ?? '')
      const mediaType = type === '' ? 'application/octet-stream' : type
      await this.#addFile(rule, { field: name, fileName, mediaType }, bytes)
    }
  }

  /** Checks all fields at once, also for files that are missing. */
  checkFields(): unknown {
    const parsed = this.#shape.fields.safeParse(Object.fromEntries(this.#fields), {
      reportInput: true,
    })
    const missing = Object.entries(this.#shape.files)
      .filter(([name, { min }]) => this.#count(name) < min)
      .map(([name]): z.core.$ZodIssueCustom => ({
        code: 'custom',
        path: [name],
        message: 'field/required',
      }))
    const issues = [...(parsed.error?.issues ?? []), ...missing]
    if (issues.length > 0) throw new InvalidRequestError(issues)
    return parsed.data
  }

  /** A file that cannot be removed now is removed by the sweep. */
  removeFiles = async (): Promise<void> => {
    await Promise.allSettled(this.files.map(({ pendingKey }) => this.#store.remove(pendingKey)))
  }

  #count(name: string): number {
    return this.files.filter(({ field }) => field === name).length
  }

  async #addField(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    if (!Object.hasOwn(this.#shape.fields.shape, name)) refuseField(name, 'field/unknown')
    if (this.#fields.has(name)) refuseField(name, 'field/too-many')
    const chunks: Buffer[] = []
    for await (const chunk of bytes) {
      this.#fieldBytes += chunk.byteLength
      if (this.#fieldBytes > this.#shape.fieldBytes)
        refuse('request/too-large', { fields: { [name]: 'field/too-long' } })
      chunks.push(Buffer.from(chunk))
    }
    this.#fields.set(name, decodeText(name, Buffer.concat(chunks)))
  }

  async #addFile(
    rule: FileField,
    sent: Pick<FormFile, 'field' | 'fileName' | 'mediaType'>,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const { field } = sent
    const fileName = checkFileName(field, sent.fileName)
    const { tooMany, tooLarge = 'request/too-large' } = this.#shape.refusals ?? {}
    if (this.#count(field) >= rule.max) {
      if (tooMany) refuse(tooMany, { fields: { [field]: 'field/too-many' } })
      refuseField(field, 'field/too-many')
    }
    const remaining = this.#shape.fileBytes - sum(this.files.map((file) => file.byteLength))
    const limited = limitFile(bytes, Math.min(rule.bytes, remaining), () =>
      refuse(tooLarge, { fields: { [field]: 'field/too-large' } }),
    )
    const pendingKey = `${pendingFolder}/${randomUUID()}`
    const { byteLength, sha256 } = await this.#store.put(pendingKey, limited)
    const keep = async (key: string) => {
      const stored = await this.#store.read(pendingKey)
      if (!stored) throw new Error(`the file of the form is gone: ${pendingKey}`)
      return this.#store.put(key, stored)
    }
    this.files.push({ ...sent, fileName, byteLength, sha256, pendingKey, keep })
  }
}

/** An empty file was cut short on its way: it is refused under its name where a file is kept. */
export function refuseEmptyFiles(files: readonly FormFile[]): void {
  const empty = files.filter(({ byteLength }) => byteLength === 0)
  if (empty.length === 0) return
  refuse('request/empty-file', {
    values: { file: empty.map(({ fileName }) => fileName).join(', ') },
    fields: Object.fromEntries(empty.map(({ field }) => [field, 'field/empty-file'])),
  })
}

async function* limitFile(
  bytes: AsyncIterable<Uint8Array>,
  bytesMax: number,
  refuseFile: () => never,
) {
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.byteLength
    if (length > bytesMax) refuseFile()
    yield chunk
  }
}

/** A browser sends an empty file without a name if the user has chosen none. */
async function checkEmpty(field: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of bytes) if (chunk.byteLength > 0) refuseField(field, 'field/invalid')
}

function decodeText(field: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return refuseField(field, 'field/invalid')
  }
}
