import { Refusal, limits, refuse, routes } from '@talus/contract'
import type { ImportLine, Language } from '@talus/contract'
import { mayBeDicom } from '@talus/dicom'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import { isDiskFull, toOutageRefusal } from '../../../db/outage.ts'
import { openBodyStream } from '../../../http/body-stream.ts'
import { sendNdjson, sendNdjsonLine } from '../../../http/ndjson.ts'
import type { MountRaw } from '../../../http/mount.ts'
import { formatRefusal } from '../../../http/translations.ts'
import { createImportNotes } from '../../audit/index.ts'
import type { ChangeContext, StoredImage } from '../../audit/index.ts'
import type { Archive } from '../archive.service.ts'
import type { ReceivedFrom } from './receive-file.ts'
import { isCompanionFile } from './companion-file.ts'
import { teePrefix } from './file-prefix.ts'
import { readZipFiles, isZip, removeLeftZips } from './import-zip.ts'
import type { ZippedFile } from './import-zip.ts'

export interface ImportDeps {
  readonly archive: Archive
  readonly clock: Clock
  readonly log: Logger
  /** The folder that holds zips while they are read. */
  readonly importFolder: string
}

/**
 * Imports one file, or a zip of many. A file that cannot be imported is refused with its status; in
 * a zip, the line of that file states the reason, and the others are imported.
 */
export function importRoutes(mountRaw: MountRaw, deps: ImportDeps) {
  removeLeftZips(deps.importFolder, deps.log)
  mountRaw(routes.image.importFile, async (call, reply) => {
    const { db, actor, address, clinicId, language, query } = call
    if (clinicId === null) refuse('clinic/of-user-not-found')
    const change: ChangeContext = { db, actor, address, clock: deps.clock }
    const body = openBodyStream(reply)
    const disconnected = new AbortController()
    reply.raw.once('close', () => disconnected.abort())
    const stored: StoredImage[] = []
    let isSingle = false
    const notes = createImportNotes(change, {
      clinicId,
      subject: query.name,
      isSingle: () => isSingle,
    })
    const { inTransaction } = notes
    const from = { kind: 'import', name: actor.username, address } as const
    const sender = {
      clinicId,
      userId: actor.id,
      from,
      signal: disconnected.signal,
      inTransaction,
    }
    try {
      const { prefix, all } = teePrefix(body.pooledBytes())
      if (isZip((await prefix).bytes)) {
        const files = readZipFiles(all, deps.importFolder, disconnected.signal)
        const lines = importZip(deps, files, { sender, stored, language })
        return await sendNdjson(reply, recordImport(notes, lines, stored))
      }
      isSingle = true
      const line = await importOne(deps.archive, all, { sender, stored }, query.name)
      await notes.record(stored)
      return await sendNdjsonLine(reply, line)
    } catch (error) {
      body.discard()
      throw error
    }
  })
}

interface Import {
  readonly sender: ReceivedFrom
  /** Collects the new images, for the audit trail. */
  readonly stored: StoredImage[]
}

async function importOne(
  archive: Archive,
  bytes: AsyncIterable<Uint8Array>,
  { sender, stored }: Import,
  name: string,
): Promise<ImportLine> {
  try {
    const { outcome, studyId, imageId, sopInstanceUID } = await archive.store(bytes, sender)
    if (outcome !== 'known') stored.push({ sopInstanceUID, studyId })
    return { name, outcome, studyId, imageId }
  } catch (error) {
    if (isSkipped(error, name)) return { name, outcome: 'skipped' }
    throw error
  }
}

/** The directory of a disc lists its files, which are imported by themselves; its viewer has no images. */
const isSkipped = (error: unknown, name: string) =>
  error instanceof Refusal &&
  (error.code === 'import/directory' || (isOtherFile(error) && isCompanionFile(name)))

/** Files of a zip that are not DICOM are listed up to this number, and the others are counted. */
const listedMax = 100
const isOtherFile = (error: unknown) =>
  error instanceof Refusal && ['import/not-dicom', 'import/empty'].includes(error.code)

/**
 * Looks at the beginning of an entry, and refuses one that cannot be DICOM before the rest of it is
 * unpacked and stored.
 */
async function openImage({ open }: ZippedFile): Promise<AsyncIterable<Uint8Array>> {
  const { prefix, all } = teePrefix(await open())
  if (mayBeDicom((await prefix).bytes)) return all
  // Closes the entry.
  for await (const _first of all) break
  return refuse('import/not-dicom')
}

async function* importZip(
  { archive, log }: ImportDeps,
  files: ReturnType<typeof readZipFiles>,
  { language, ...target }: Import & { readonly language: Language },
): AsyncGenerator<ImportLine> {
  let others = 0
  try {
    for await (const file of files) {
      const { name, isDirectory } = file
      try {
        if (isDirectory) {
          yield { name: truncateName(name), outcome: 'skipped' }
          continue
        }
        yield await importOne(archive, await openImage(file), target, truncateName(name))
      } catch (error) {
        if (isServerError(error)) throw error
        if (isSkipped(error, name)) {
          yield { name: truncateName(name), outcome: 'skipped' }
          continue
        }
        if (isOtherFile(error)) others += 1
        if (isOtherFile(error) && others > listedMax) continue
        yield toRefusedLine(truncateName(name), error, language)
      }
    }
  } catch (error) {
    // Nothing was imported: the status says that the disk is full, as it does for a single file.
    if (isFull(error) && target.stored.length === 0) throw error
    // The zip itself is damaged, or the disk is full: files before it are imported and reported.
    if (!(error instanceof Refusal)) log.error({ err: error }, 'a zip was not read to its end')
    yield toRefusedLine('', error, language)
  }
  const count = others - listedMax
  if (count > 0)
    yield toRefusedLine('', new Refusal('import/more-not-dicom', { values: { count } }), language)
}

const isFull = (error: unknown) =>
  isDiskFull(error) || (error instanceof Refusal && error.code === 'storage/full')

const isServerError = (error: unknown) => !(error instanceof Refusal) || error.status >= 500

function toRefusedLine(name: string, error: unknown, language: Language): ImportLine {
  const known = error instanceof Refusal ? error : undefined
  const { code, options } = known ?? toOutageRefusal(error) ?? new Refusal('server/failed')
  return { name, outcome: 'refused', message: formatRefusal(language, code, options.values) }
}

const truncateName = (name: string) => Array.from(name).slice(-limits.textMax).join('')

/** Records in the audit trail who imported images, once for each study of a zip. */
async function* recordImport(
  notes: ReturnType<typeof createImportNotes>,
  lines: AsyncIterable<ImportLine>,
  stored: readonly StoredImage[],
) {
  try {
    yield* lines
  } finally {
    await notes.record(stored)
  }
}
