import { Refusal, limits, refuse, routes } from '@talus/contract'
import type { ClinicId, ImportLine, Language } from '@talus/contract'
import { bodyStream } from '../../http/body-stream.ts'
import { ndjson } from '../../http/ndjson.ts'
import type { MountRaw } from '../../http/mount.ts'
import { refusalText } from '../../http/words.ts'
import type { Clock, Logger } from '../../jobs/define-job.ts'
import { record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import type { Archive, Sender } from './archive.service.ts'
import { begin } from './beginning.ts'
import { filesOfZip, isZip } from './import-zip.ts'

export interface ImportDeps {
  readonly archive: Archive
  readonly clock: Clock
  readonly log: Logger
  /** Where zips stand while they are read. */
  readonly importFolder: string
}

/**
 * One file, or a zip of many. A file that cannot be taken is refused with its status; of a zip, the
 * line of that file says why, and the others come in.
 */
export function importRoutes(mountRaw: MountRaw, deps: ImportDeps) {
  mountRaw(routes.image.importFile, async (call, reply) => {
    const { db, actor, address, clinicId, language, query } = call
    if (clinicId === null) refuse('clinic/of-user-not-found')
    const change: Change = { db, actor, address, clock: deps.clock }
    const body = bodyStream(reply)
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const sender = { clinicId, userId: actor.id, signal: gone.signal }
    try {
      const { beginning, all } = begin(body.bytes)
      if (isZip((await beginning).bytes)) {
        const files = filesOfZip(all, deps.importFolder, gone.signal)
        const lines = zipLines(deps, files, sender, language)
        return await ndjson(reply, audited(change, query.name, clinicId, lines))
      }
      const line = await singleLine(deps.archive, all, sender, query.name)
      return await ndjson(reply, audited(change, query.name, clinicId, [line]))
    } catch (error) {
      body.leave()
      throw error
    }
  })
}

async function singleLine(
  archive: Archive,
  bytes: AsyncIterable<Uint8Array>,
  sender: Sender,
  name: string,
): Promise<ImportLine> {
  const { outcome, studyId, imageId } = await archive.store(bytes, sender)
  return { name, outcome, studyId, imageId }
}

async function* zipLines(
  { archive, log }: ImportDeps,
  files: ReturnType<typeof filesOfZip>,
  sender: Sender,
  language: Language,
): AsyncGenerator<ImportLine> {
  try {
    for await (const { name, open } of files) {
      try {
        yield await singleLine(archive, await open(), sender, shortName(name))
      } catch (error) {
        if (isOfTheServer(error)) throw error
        yield refusedLine(shortName(name), error, language)
      }
    }
  } catch (error) {
    // The zip itself, or a full disk: what came in before it is in, and is told.
    if (!(error instanceof Refusal)) log.error({ err: error }, 'a zip was not read to its end')
    yield refusedLine('', error, language)
  }
}

const isOfTheServer = (error: unknown) => !(error instanceof Refusal) || error.status >= 500

function refusedLine(name: string, error: unknown, language: Language): ImportLine {
  const { code, options } = error instanceof Refusal ? error : new Refusal('server/failed')
  return { name, outcome: 'refused', message: refusalText(language, code, options.values) }
}

const shortName = (name: string) => Array.from(name).slice(-limits.textMax).join('')

/** Who brought images in from outside stands in the trail, once for all of a zip. */
async function* audited(
  change: Change,
  subject: string,
  clinicId: ClinicId,
  lines: AsyncIterable<ImportLine> | Iterable<ImportLine>,
) {
  let stored = 0
  try {
    for await (const line of lines) {
      if (line.outcome === 'stored') stored += 1
      yield line
    }
  } finally {
    if (stored > 0)
      await record(change, {
        action: 'image.import',
        entityId: null,
        subject,
        clinicId,
        after: { images: stored },
      })
  }
}
