import {
  getBodyParts,
  getBuiltInHanging,
  getHangingRegion,
  getOfferedViews,
  isBodyPart,
  teethRegion,
} from '@talus/anatomy'
import { HangingStage, getSpeciesId } from '@talus/contract'
import type { HangingCell, HangingProtocol, Species } from '@talus/contract'
import { z } from 'zod'

/** The layouts of a body part of a species. */
export interface RegionLayouts {
  readonly region: string
  readonly stages: readonly HangingStage[]
  /** Whether the clinic has replaced the built-in layouts. */
  readonly isOwn: boolean
}

/** The parts of a species with their layouts; parts that only the clinic has named come last. */
export function listRegions(
  kind: Species,
  saved: readonly HangingProtocol[],
): readonly RegionLayouts[] {
  const own = saved.filter(({ speciesId }) => speciesId === getSpeciesId(kind))
  const parts = getBodyParts(kind).map(getHangingRegion)
  const regions = new Set([...parts, teethRegion, ...own.map(({ bodyPart }) => bodyPart)])
  return [...regions].map((region) => {
    const found = own.find(({ bodyPart }) => bodyPart === region)
    const stages = found?.stages ?? getBuiltInHanging(kind, region)
    return { region, stages, isOwn: found !== undefined }
  })
}

/** Whether a part exists on both sides, so that a cell can ask for one of them. */
export const isPaired = (region: string): boolean => isBodyPart(`Left ${region}`)

/**
 * The choices of views for a cell: those that the layouts combine, such as RLAT or else LAT, then
 * single views. None stands for any view.
 */
export function listViewChoices(
  kind: Species,
  region: string,
  stages: readonly HangingStage[],
): readonly (readonly string[])[] {
  const part = [region, `Left ${region}`].find(isBodyPart)
  const used = [...getBuiltInHanging(kind, region), ...stages]
    .flatMap(({ cells }) => cells)
    .flatMap((cell) => (cell ? [cell.views] : []))
  const singles = region === teethRegion ? [] : getOfferedViews(kind, part).map((view) => [view])
  const combined = used.filter(({ length }) => length > 1)
  const others = used.filter(({ length }) => length === 1)
  const all = [[], ...combined, ...others, ...singles]
  return [...new Map(all.map((views) => [views.join(' '), views])).values()]
}

export const anyImage: HangingCell = { views: [], side: null, isPrior: false }

export const newStage: HangingStage = { rows: 1, columns: 2, cells: [anyImage, anyImage] }

/** Cells keep their row and column; new cells show any image. */
export const resizeStage = (stage: HangingStage, rows: number, columns: number): HangingStage => ({
  rows,
  columns,
  cells: Array.from({ length: rows * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns]
    const isKept = row < stage.rows && column < stage.columns
    return isKept ? (stage.cells[row * stage.columns + column] ?? null) : anyImage
  }),
})

export const moveStage = (
  stages: readonly HangingStage[],
  from: number,
  by: 1 | -1,
): readonly HangingStage[] => {
  const stage = stages[from]
  const to = from + by
  if (!stage || to < 0 || to >= stages.length) return stages
  return stages.toSpliced(from, 1).toSpliced(to, 0, stage)
}

/** Form values are texts. */
export const serializeStages = (stages: readonly HangingStage[]): string => JSON.stringify(stages)

export const parseStages = (text: unknown): readonly HangingStage[] =>
  z.array(HangingStage).parse(JSON.parse(String(text)))
