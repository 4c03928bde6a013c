import { createHash, randomBytes } from 'node:crypto'
import { Refusal, refuse } from '@talus/contract'
import type { DocumentContent, ImageId } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import type { DicomDocument, PdfContent } from '@talus/dicom'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { FileStore } from '../../../files/index.ts'
import type { PooledBytes } from '../../../http/send-bytes.ts'
import type { ReadPool, TranscodePool } from '../../../workers/index.ts'
import { toSafeName } from '../download/safe-name.ts'
import { createImageFiles } from '../stored/image-file.service.ts'
import { readWhole } from '../stored/read-file.ts'
import type { RecordedFile } from '../stored/stored-image.ts'
import * as documents from './documents.queries.ts'

export interface DocumentDeps {
  readonly files: FileStore
  readonly log: Logger
  readonly clock: Clock
  readonly unscopedDb: UnscopedDb
  readonly readPool: ReadPool
  readonly transcodePool: TranscodePool
}

/** Long enough to open a frame, too short to be passed on. */
const ticketMs = 60_000
const documentPath = '00420011'
const nameMax = 100

const hashTicket = (ticket: string) => createHash('sha256').update(ticket).digest('base64url')

/** A PDF that is ready to be sent. */
interface OpenPdf {
  readonly byteLength: number
  readonly fileName: string
  readonly bytes: PooledBytes
}

/**
 * Reads the objects of a study that are no images. A worker parses them, and no byte is sent before
 * the hash of the file has been compared.
 */
export function createDocuments(deps: DocumentDeps) {
  const { files, log, clock, unscopedDb, readPool, transcodePool } = deps
  const imageFiles = createImageFiles(deps)

  async function readFile({ filePath }: RecordedFile, signal: AbortSignal): Promise<DicomDocument> {
    const { byteLength } = (await files.stat(filePath)) ?? refuse('image/missing')
    const open = async () => (await files.read(filePath)) ?? refuse('image/missing')
    try {
      return await readPool.readDocument({ byteLength, open }, signal)
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (signal.aborted) refuse('server/unavailable')
      log.warn({ err: error }, 'document not read')
      if (!(error instanceof DicomFault)) refuse('image/unreadable')
      const content = { form: 'none', reason: 'damaged' } as const
      return { kind: 'other', title: '', content, references: [] }
    }
  }

  async function* readPdf(
    recorded: RecordedFile,
    { start, byteLength }: PdfContent,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    if (start !== undefined) {
      const file = await imageFiles.open(recorded, signal)
      yield* file.part({ start, end: start + byteLength - 1 })
      return
    }
    // A deflated file is unpacked in a worker, within the limits of such files.
    const task = { kind: 'value', path: documentPath } as const
    const [bytes] = await transcodePool.run(task, () => readWhole(files, recorded), signal)
    if (bytes) yield bytes.subarray(0, byteLength)
  }

  async function openPdf(db: ClinicDb, id: ImageId, signal: AbortSignal): Promise<OpenPdf> {
    const recorded = (await documents.findDocument(db, id)) ?? refuse('record/not-found')
    const { title, content } = await readFile(recorded, signal)
    if (content.form !== 'pdf') refuse('document/not-pdf')
    const name = toSafeName(`${title.slice(0, nameMax) || recorded.sopInstanceUID}.pdf`)
    return {
      byteLength: content.pdf.byteLength,
      fileName: name,
      bytes: readPdf(recorded, content.pdf, signal),
    }
  }

  return {
    async read(db: ClinicDb, id: ImageId, signal: AbortSignal): Promise<DocumentContent> {
      const recorded = (await documents.findDocument(db, id)) ?? refuse('record/not-found')
      const { kind, title, content, references } = await readFile(recorded, signal)
      const found = await documents.findReferences(db, recorded.clinicId, references)
      return {
        kind,
        title,
        content: toResponse(content),
        referenceCount: references.length,
        references: found,
      }
    },

    async createTicket(db: ClinicDb, id: ImageId) {
      const found = (await documents.findDocument(db, id)) ?? refuse('record/not-found')
      const ticket = randomBytes(32).toString('base64url')
      const now = clock()
      const expiresOn = new Date(now.getTime() + ticketMs).toISOString()
      const { clinicId } = found
      const row = { tokenHash: hashTicket(ticket), clinicId, imageId: id, expiresOn }
      await documents.insertTicket(db, row, now.toISOString())
      return { ticket, expiresOn }
    },

    openPdf,

    /** Opens the PDF of a ticket, which is used up by it. */
    async open(ticket: string, signal: AbortSignal): Promise<OpenPdf> {
      const now = clock().toISOString()
      const taken = await documents.takeTicket(unscopedDb, hashTicket(ticket), now)
      if (!taken) refuse('document/ticket-used')
      return openPdf(new ClinicDb(unscopedDb, [taken.clinicId]), taken.imageId, signal)
    },
  }
}

/** The content without the position in the file. */
function toResponse(content: DicomDocument['content']): DocumentContent['content'] {
  switch (content.form) {
    case 'pdf':
      return { form: 'pdf' }
    case 'report': {
      const { entries, ...report } = content.report
      const copies = entries.map(({ frames, ...entry }) => ({
        ...entry,
        ...(frames ? { frames: [...frames] } : {}),
      }))
      return { form: 'report', report: { ...report, entries: copies } }
    }
    case 'waveforms': {
      const { groups, isCut } = content.waveforms
      const copies = groups.map(({ channels, ...group }) => ({
        ...group,
        channels: channels.map((channel) => ({ ...channel, samples: [...channel.samples] })),
      }))
      return { form: 'waveforms', waveforms: { groups: copies, isCut } }
    }
    case 'presentation':
    case 'none':
      return content
  }
}
