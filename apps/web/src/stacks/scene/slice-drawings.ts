import { listImageDrawings } from '@talus/contract'
import type { Drawing, ImageCalibration, ImageId, Stack } from '@talus/contract'
import type { ViewerScene } from '../../viewer/core/store/viewer-store.ts'
import { layouts } from './layouts.ts'
import { getCellPhase, getContent, withActive, withPhase, withStack } from './scene.ts'
import { withLayout } from './show-layout.ts'
import type { CellState, StackScene } from './scene.ts'
import { withSlice } from './scroll.ts'

interface SlicePlace {
  readonly phase: number
  /** Counted from 0. */
  readonly slice: number
}

export interface SliceDrawing extends SlicePlace {
  readonly drawing: Drawing
  readonly stack: Stack
  readonly calibration: ImageCalibration | undefined
}

type Views = Pick<ViewerScene, 'views'>

/** Several hundred slices are searched for each change of the drawings. */
const places = new WeakMap<Stack, ReadonlyMap<string, SlicePlace>>()

const toKey = (imageId: ImageId, frame: number) => `${imageId} ${frame}`

function getPlaces(stack: Stack): ReadonlyMap<string, SlicePlace> {
  const known = places.get(stack)
  if (known) return known
  const found = new Map(
    stack.phases.flatMap(({ slices }, phase) =>
      slices.map(({ imageId, frame }, slice) => [toKey(imageId, frame), { phase, slice }] as const),
    ),
  )
  places.set(stack, found)
  return found
}

function listOfStack({ views }: Views, stack: Stack): readonly SliceDrawing[] {
  const found = getPlaces(stack)
  return [...views]
    .flatMap(([imageId, { drawings, calibration }]) =>
      listImageDrawings(drawings).flatMap((drawing) => {
        const place = found.get(toKey(imageId, drawing.frame ?? 1))
        return place ? [{ ...place, drawing, stack, calibration }] : []
      }),
    )
    .toSorted((one, other) => one.phase - other.phase || one.slice - other.slice)
}

/** The drawings on slices, by series and place. */
export const listSliceDrawings = (
  scene: Views,
  stacks: readonly Stack[],
): readonly SliceDrawing[] => stacks.flatMap((stack) => listOfStack(scene, stack))

/** The slices of a phase that have drawings, counted from 0. */
export const listDrawnSlices = (scene: Views, stack: Stack, phase: number): readonly number[] => [
  ...new Set(
    listOfStack(scene, stack)
      .filter((one) => one.phase === phase)
      .map(({ slice }) => slice),
  ),
]

/**
 * The viewport for a phase of a series: one that shows it, one that shows another phase, or the
 * active one; the active one first in each case.
 */
function findCell(scene: StackScene, { key }: Stack, phase: number): number {
  const { cells, active } = scene
  const inOrder = [active, ...cells.keys()]
  const find = (isWanted: (cell: CellState) => boolean) =>
    inOrder.find((index) => {
      const cell = cells[index]
      return cell?.stackKey === key && isWanted(cell)
    })
  return find((cell) => getCellPhase(scene, cell) === phase) ?? find(() => true) ?? active
}

/** Shows the slice of a drawing; a layout that shows no single slices is replaced by one stack. */
export const withSliceDrawing =
  (
    { stack, phase, slice }: Pick<SliceDrawing, keyof SlicePlace | 'stack'>,
    stacks: readonly Stack[],
  ) =>
  (now: StackScene): StackScene => {
    const isSliced = !layouts[now.layout].needsVolume && getContent(now, 0).kind === 'stack'
    const shown = isSliced ? now : withLayout('2d', stacks)(now)
    const scene = withActive(findCell(shown, stack, phase))(shown)
    const { active, enlarged } = scene
    const isHere = scene.cells[active]?.stackKey === stack.key
    const here = { ...scene, enlarged: enlarged === undefined ? undefined : active }
    const inPhase = withPhase(stack, phase)(isHere ? here : withStack(stack, slice)(here))
    return isHere ? withSlice(active, slice, stacks)(inPhase) : inPhase
  }
