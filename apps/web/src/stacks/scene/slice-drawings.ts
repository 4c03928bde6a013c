import { listImageDrawings } from '@talus/contract'
import type { Drawing, ImageCalibration, ImageId, Stack } from '@talus/contract'
import type { ViewerScene } from '../../viewer/core/store/viewer-store.ts'
import { layouts } from './layouts.ts'
import { getContent, getPhase, withActive, withLayout, withStack } from './scene.ts'
import type { StackScene } from './scene.ts'
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

/** The viewport for a series: the active one if it shows the series, another one, or the active one. */
function findCell({ cells, active }: StackScene, { key }: Stack): number {
  if (cells[active]?.stackKey === key) return active
  const found = cells.findIndex(({ stackKey }) => stackKey === key)
  return found >= 0 ? found : active
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
    const scene = withActive(findCell(shown, stack))(shown)
    const { active, enlarged } = scene
    const isHere = scene.cells[active]?.stackKey === stack.key
    const inPhase = {
      ...scene,
      enlarged: enlarged === undefined ? undefined : active,
      phases:
        getPhase(scene, stack.key) === phase
          ? scene.phases
          : new Map(scene.phases).set(stack.key, phase),
    }
    return isHere ? withSlice(active, slice, stacks)(inPhase) : withStack(stack, slice)(inPhase)
  }
