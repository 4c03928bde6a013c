import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import type { UnscopedDb } from './db/open.ts'
import { findingKinds, openArchive, verifyFiles } from './features/archive/index.ts'
import type { FileStore } from './files/index.ts'
import { startReadPool, startTranscodePool } from './workers/index.ts'

export interface VerifySettings {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly clock: Clock
  readonly log: Logger
  readonly repair: boolean
  readonly print: (line: string) => void
  /** Files without a record that are younger are left out; by default those of the last minutes. */
  readonly orphansBefore?: string
}

const findingLabels = {
  missing: 'file is missing',
  damaged: 'file is damaged',
  'second-store-away': 'file is in the second store, which is out of reach',
  'second-store-not-set': 'file is in a second store, but SECOND_STORE is not set',
  'no-header': 'attributes are not in the database',
  orphan: 'file without a record',
} as const

const progressInterval = 10_000
/** The server may run meanwhile: a file that it is receiving has no record yet. */
const arrivingMs = 10 * 60_000

/**
 * Runs `npm run verify`: prints the faults of the archive. Returns true if all were repaired or
 * none found.
 */
export async function verifyArchive(settings: VerifySettings): Promise<boolean> {
  const { unscopedDb, files, clock, log, repair, print } = settings
  const readPool = startReadPool()
  const transcodePool = startTranscodePool()
  const counts = new Map(findingKinds.map((kind) => [kind, { found: 0, repaired: 0 }]))
  let images = 0
  const onImage = (count: number) => {
    images = count
    if (count % progressInterval === 0) print(`${count} images looked at`)
  }
  try {
    const archive = openArchive({ unscopedDb, files, readPool, transcodePool, clock, log })
    const recently = new Date(clock().getTime() - arrivingMs).toISOString()
    const orphansBefore = settings.orphansBefore ?? (repair ? undefined : recently)
    const reading = { unscopedDb, files, archive, readPool, clock, log }
    const deps = { ...reading, repair, onImage, orphansBefore }
    for await (const { kind, key, imageId, isRepaired } of verifyFiles(deps)) {
      const count = counts.get(kind)
      if (count) {
        count.found += 1
        if (isRepaired) count.repaired += 1
      }
      // One sentence at the end: the list would have every image of former years.
      if (isInSecondStore(kind)) continue
      const image = imageId === undefined ? '' : `image ${imageId}, `
      print(`${findingLabels[kind]}: ${image}${key}${isRepaired ? ' (repaired)' : ''}`)
    }
  } finally {
    await Promise.all([readPool.close(), transcodePool.close()])
  }
  print(`${images} images looked at.`)
  let isWell = true
  for (const [kind, { found, repaired }] of counts) {
    if (found === 0 || isInSecondStore(kind)) continue
    print(`${findingLabels[kind]}: ${found}, of which repaired: ${repaired}`)
    isWell &&= found === repaired
  }
  if (!isWell && !repair) print('To repair what can be repaired: npm run verify -- --repair')
  const away = counts.get('second-store-away')?.found ?? 0
  const notSet = counts.get('second-store-not-set')?.found ?? 0
  if (away > 0)
    print(
      `${countImages(away)} in the second store, which is out of reach, and could not be checked. Connect it, and run npm run verify again.`,
    )
  if (notSet > 0)
    print(
      `${countImages(notSet)} in a second store, but SECOND_STORE is not set. They are not lost: set it again (docs/storage.md).`,
    )
  if (away + notSet > 0) return false
  if (isWell) print('Every image has its file, and every file its image.')
  return isWell
}

const countImages = (count: number) => (count === 1 ? '1 image is' : `${count} images are`)

const isInSecondStore = (kind: (typeof findingKinds)[number]) =>
  kind === 'second-store-away' || kind === 'second-store-not-set'
