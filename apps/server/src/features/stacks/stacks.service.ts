import { createHash } from 'node:crypto'
import { Refusal, refuse } from '@talus/contract'
import type { Stack, StudyId, StudyStacks } from '@talus/contract'
import { limitConcurrency } from '@talus/node-kit/concurrency-limit'
import type { Logger } from '@talus/node-kit/logger'
import { buildStacks } from '@talus/volume'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { FileStore } from '../../files/index.ts'
import type { ReadPool } from '../../workers/index.ts'
import { readStoredAttributes } from '../archive/index.ts'
import { findCorrection } from './position/position.queries.ts'
import { isSliced, toFacts } from './slice-facts.ts'
import type { DescribedImage } from './slice-facts.ts'
import * as queries from './stacks.queries.ts'
import type { ImageRow } from './stacks.queries.ts'

export interface StackDeps {
  readonly files: FileStore
  readonly readPool: ReadPool
  readonly log: Logger
}

interface BuiltStacks {
  readonly stacks: readonly Stack[]
  readonly skipped: number
}

/** A viewer asks again for each jump within a stack, and building 2000 slices takes 20 ms. */
const rememberedMax = 8
/** Headers that are read at once when a study has images without slices. */
const readsMax = 4

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 32)

/** Sorts the slices of a study into stacks. */
export function createStackReader({ files, readPool, log }: StackDeps) {
  /** By the images and their files; the oldest entry first. */
  const remembered = new Map<string, BuiltStacks>()
  const limited = limitConcurrency(readsMax)

  /** A file that cannot be read may be back later: nothing is stored. */
  async function readAndSave(db: ClinicDb, image: ImageRow): Promise<void> {
    const { id: imageId, clinicId, sha256, filePath, byteLength } = image
    try {
      const file = { key: filePath, byteLength }
      const { slices = null } = await readStoredAttributes(readPool, files, file)
      await queries.saveSlice(db.unscopedDb, { imageId, clinicId, sha256, attributes: slices })
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error
      log.warn({ err: error, imageId }, 'the slices of an image were not read')
    }
  }

  async function match(db: ClinicDb, studyId: StudyId, images: readonly ImageRow[]) {
    const rows = await queries.listSlices(db, studyId)
    const known = new Map(rows.map((row) => [row.imageId, row]))
    return images.map((image): DescribedImage => {
      const row = known.get(image.id)
      return { image, slices: row?.sha256 === image.sha256 ? row.attributes : undefined }
    })
  }

  /** Images that were stored by an earlier version, or whose file was replaced, are read now. */
  async function describe(db: ClinicDb, studyId: StudyId, images: readonly ImageRow[]) {
    const matched = await match(db, studyId, images)
    const unknown = matched.filter(({ slices }) => slices === undefined)
    if (unknown.length === 0) return matched
    await Promise.all(unknown.map(({ image }) => limited(() => readAndSave(db, image))))
    return match(db, studyId, images)
  }

  async function build(db: ClinicDb, studyId: StudyId, images: readonly ImageRow[]) {
    const fingerprint = hash(JSON.stringify(images))
    const found = remembered.get(fingerprint)
    if (found) return found
    const described = await describe(db, studyId, images)
    const { facts, skipped } = toFacts(described)
    const built = { stacks: buildStacks(facts, hash), skipped }
    // An image whose file is missing is tried again at the next call.
    if (described.every(({ slices }) => slices !== undefined)) {
      remembered.set(fingerprint, built)
      const [oldest] = remembered.keys()
      if (oldest !== undefined && remembered.size > rememberedMax) remembered.delete(oldest)
    }
    return built
  }

  async function read(db: ClinicDb, studyId: StudyId) {
    const study = (await queries.findStudy(db, studyId)) ?? refuse('record/not-found')
    const images = await queries.listImages(db, studyId)
    const sliced = images.filter(isSliced)
    const built = await build(db, studyId, sliced)
    return { study, images, sliced, ...built }
  }

  return {
    async list(db: ClinicDb, studyId: StudyId): Promise<StudyStacks> {
      const { study, images, sliced, stacks, skipped } = await read(db, studyId)
      return {
        studyInstanceUID: study.studyInstanceUID,
        stacks: [...stacks],
        skipped,
        hasOtherImages: images.length > sliced.length || skipped > 0,
        correction: await findCorrection(db, studyId),
      }
    },
    /** The stack with this key and the files of its images. */
    async find(db: ClinicDb, studyId: StudyId, key: string) {
      const { stacks, sliced } = await read(db, studyId)
      const stack = stacks.find((one) => one.key === key) ?? refuse('record/not-found')
      return { stack, images: new Map(sliced.map((image) => [image.id, image])) }
    },
  }
}
