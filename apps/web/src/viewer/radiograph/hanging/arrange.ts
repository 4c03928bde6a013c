import { getHangingRegion, teethRegion } from '@talus/anatomy'
import type { HangingCell, HangingStage, Image, ImageId } from '@talus/contract'
import { fillGrid } from '../../core/grid/grid.ts'
import type { Grid } from '../../core/model.ts'

type HungImage = Pick<Image, 'id' | 'bodyPart' | 'bodyPartView' | 'modality'>

/** A stage with the images that its cells show. */
export interface ArrangedStage {
  readonly stage: HangingStage
  readonly images: readonly (ImageId | undefined)[]
  /** Number of cells with an image of the open study. */
  readonly ownCount: number
}

const normalize = (text: string) => text.trim().toUpperCase()

export const getRegion = ({ modality, bodyPart }: HungImage): string =>
  modality === 'Dental' ? teethRegion : getHangingRegion(bodyPart)

/** The region of most images of a study, the first one if two are equal; empty if none is known. */
export function findMainRegion(images: readonly HungImage[]): string {
  const groups = Map.groupBy(
    images.filter((image) => getRegion(image) !== ''),
    getRegion,
  )
  const [main] = [...groups].toSorted(([, one], [, other]) => other.length - one.length)
  return main?.[0] ?? ''
}

function getSide({ bodyPart }: HungImage): 'L' | 'R' | null {
  const side = /^(?<side>Left|Right) /u.exec(bodyPart)?.groups?.['side']
  return side === undefined ? null : side === 'Left' ? 'L' : 'R'
}

function findImage(images: readonly HungImage[], { views, side }: HangingCell) {
  const fitting = images.filter((image) => side === null || getSide(image) === side)
  if (views.length === 0) return fitting[0]
  for (const view of views) {
    const found = fitting.find((image) => normalize(image.bodyPartView) === normalize(view))
    if (found) return found
  }
  return undefined
}

/** Chooses an image for each cell; no image is shown twice. */
export function arrangeStage(
  stage: HangingStage,
  region: string,
  own: readonly HungImage[],
  priors: readonly HungImage[],
): ArrangedStage {
  const used = new Set<ImageId>()
  const isOf = (image: HungImage) => getRegion(image) === region && !used.has(image.id)
  const images = stage.cells.map((cell) => {
    const found = cell && findImage((cell.isPrior ? priors : own).filter(isOf), cell)
    if (found) used.add(found.id)
    return found?.id
  })
  const ownIds = new Set(own.map(({ id }) => id))
  return { stage, images, ownCount: images.filter((id) => id && ownIds.has(id)).length }
}

/** A layout with more empty cells makes its images small for nothing. */
const minFilledShare = 0.75

/** Whether a stage shows the open study in most of its cells and, if it compares, the earlier one. */
function isUsable({ stage, images, ownCount }: ArrangedStage) {
  const isComparable = stage.cells.every((cell, at) => !cell?.isPrior || images[at] !== undefined)
  const wanted = stage.cells.filter((cell) => cell && !cell.isPrior).length
  return isComparable && ownCount > 0 && ownCount >= wanted * minFilledShare
}

const isSameArrangement = (one: ArrangedStage, other: ArrangedStage) =>
  one.stage.rows === other.stage.rows &&
  one.stage.columns === other.stage.columns &&
  one.images.every((id, at) => id === other.images[at])

/** The stages that this study can fill, without those that show the same. */
export const arrangeStages = (
  stages: readonly HangingStage[],
  region: string,
  own: readonly HungImage[],
  priors: readonly HungImage[],
): readonly ArrangedStage[] =>
  stages
    .map((stage) => arrangeStage(stage, region, own, priors))
    .filter(isUsable)
    .filter((one, at, all) => all.findIndex((other) => isSameArrangement(one, other)) === at)

/** On an upright phone, images side by side would be narrower than a thumb: they are in one column. */
export const toGrid = ({ stage, images }: ArrangedStage, isUpright = false): Grid =>
  isUpright && stage.rows === 1
    ? fillGrid(stage.columns, 1, images)
    : fillGrid(stage.rows, stage.columns, images)

/** Describes the grid as a stage, for other studies of the same species and region. */
export const toStage = (
  { rows, columns, cells }: Grid,
  findHung: (id: ImageId) => { readonly image: HungImage; readonly isPrior: boolean } | undefined,
): HangingStage => ({
  rows,
  columns,
  cells: cells.map(({ imageId }) => {
    const hung = imageId === undefined ? undefined : findHung(imageId)
    if (!hung) return null
    const { image, isPrior } = hung
    const view = normalize(image.bodyPartView)
    return { views: view === '' ? [] : [view], side: getSide(image), isPrior }
  }),
})
