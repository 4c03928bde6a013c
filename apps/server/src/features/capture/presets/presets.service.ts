import { refuse } from '@talus/contract'
import type { ImageId, Language, ProcessingPreset } from '@talus/contract'
import { listPresets, presetIds, presets } from '@talus/imaging/processing'
import type { PresetId } from '@talus/imaging/processing'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { FileStore } from '../../../files/index.ts'
import type { ProcessPool } from '../../../workers/index.ts'
import { loadRawFrame } from './presets.frame.ts'

export interface PresetDeps {
  readonly files: FileStore
  readonly processPool: ProcessPool
}

/** Large enough to judge a preset, and rendered in a tenth of a second. */
const previewEdge = 1000

export const parsePreset = (name: string): PresetId =>
  presetIds.find((id) => id === name) ?? refuse('capture/unknown-preset')

/** Lists the presets that fit the body part, then the others. */
export async function list(
  { files }: PresetDeps,
  db: ClinicDb,
  id: ImageId,
  language: Language,
): Promise<ProcessingPreset[]> {
  const { image, species } = await loadRawFrame(files, db, id)
  const fitting = listPresets(species, image.bodyPart)
  return [...new Set<PresetId>([...fitting, ...presetIds])].map((preset) => ({
    id: preset,
    name: presets[preset].names[language],
  }))
}

export async function renderPreview(
  { files, processPool }: PresetDeps,
  db: ClinicDb,
  id: ImageId,
  presetName: string,
): Promise<Uint8Array> {
  const { readFrame } = await loadRawFrame(files, db, id)
  const preset = parsePreset(presetName)
  return processPool.renderJpeg({ ...(await readFrame()), preset }, previewEdge)
}
