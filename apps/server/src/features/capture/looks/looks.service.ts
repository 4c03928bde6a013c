import { refuse } from '@talus/contract'
import type { ImageId, Language, Look } from '@talus/contract'
import { looksOf, presetIds, presets } from '@talus/imaging/processing'
import type { PresetId } from '@talus/imaging/processing'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { FileStore } from '../../../files/index.ts'
import type { Processings } from '../../../workers/index.ts'
import { frameOf } from './looks.frame.ts'

export interface LookDeps {
  readonly files: FileStore
  readonly processings: Processings
}

/** Large enough to judge by, and made in a tenth of a second. */
const pictureEdge = 1000

export const lookNamed = (name: string): PresetId =>
  presetIds.find((id) => id === name) ?? refuse('capture/unknown-look')

/** What fits the body part, then the others. */
export async function list(
  { files }: LookDeps,
  db: ClinicDb,
  id: ImageId,
  language: Language,
): Promise<Look[]> {
  const { image, species } = await frameOf(files, db, id)
  const fitting = looksOf(species, image.bodyPart)
  return [...new Set<PresetId>([...fitting, ...presetIds])].map((look) => ({
    id: look,
    name: presets[look].names[language],
  }))
}

export async function picture(
  { files, processings }: LookDeps,
  db: ClinicDb,
  id: ImageId,
  look: string,
): Promise<Uint8Array> {
  const { frame } = await frameOf(files, db, id)
  const wanted = lookNamed(look)
  return processings.picture({ ...(await frame()), look: wanted }, pictureEdge)
}
