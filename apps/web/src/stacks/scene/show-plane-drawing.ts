import type { Drawing, DrawingPlane, ImageId, Stack, Vector } from '@talus/contract'
import {
  createFrame,
  createPlane,
  cross,
  dot,
  getPlanes,
  hasPlaneAxes,
  multiply,
  planeNames,
  scale,
  add,
  toPlace,
  transpose,
} from '@talus/volume'
import type { Frame, OrientationOptions, PlaneName } from '@talus/volume'
import type { ViewerScene } from '../../viewer/core/store/viewer-store.ts'
import { layouts } from './layouts.ts'
import { findStack, getActiveCell, withStack } from './scene.ts'
import { withLayout } from './show-layout.ts'
import type { StackScene } from './scene.ts'

export interface PlaneDrawing {
  readonly owner: ImageId
  readonly drawing: Drawing
  readonly plane: DrawingPlane
}

/** The drawings on planes, in the order in which they were drawn on each image. */
export const listPlaneDrawings = ({ views }: Pick<ViewerScene, 'views'>): readonly PlaneDrawing[] =>
  [...views].flatMap(([owner, { drawings }]) =>
    drawings.flatMap((drawing) =>
      drawing.plane ? [{ owner, drawing, plane: drawing.plane }] : [],
    ),
  )

/** The series on whose planes a drawing can be shown. */
export const findDrawnStack = (
  stacks: readonly Stack[],
  { owner, plane }: PlaneDrawing,
): Stack | undefined =>
  stacks.find(
    (stack) =>
      stack.kind === 'volume' &&
      (plane.frameOfReferenceUID === ''
        ? stack.phases[0]?.slices.some(({ imageId }) => imageId === owner)
        : stack.frameOfReferenceUID === plane.frameOfReferenceUID),
  )

const getMiddle = ({ drawing, plane }: PlaneDrawing): Vector => {
  const points = drawing.steps.flatMap(
    ({ handles: { textBox: _label, ...handles }, points: all }) => [
      ...Object.values(handles),
      ...(all ?? []),
    ],
  )
  const sum = points.reduce<Vector>((total, point) => add(total, toPlace(plane, point)), [0, 0, 0])
  return points.length > 0 ? scale(sum, 1 / points.length) : plane.origin
}

/** The frame of the cross-hairs in which one of the planes is that of a drawing. */
export function findDrawingFrame(
  one: PlaneDrawing,
  orientation: OrientationOptions,
): { readonly frame: Frame; readonly name: PlaneName } {
  const straight = createFrame(getMiddle(one))
  const planes = getPlanes(straight, orientation)
  const { right, down } = one.plane
  const named = planeNames.find((name) => hasPlaneAxes(planes[name], one.plane))
  if (named) return { frame: straight, name: named }
  const { normal } = createPlane(straight.origin, right, down)
  const name = planeNames.reduce((best, other) =>
    Math.abs(dot(planes[other].normal, normal)) > Math.abs(dot(planes[best].normal, normal))
      ? other
      : best,
  )
  // The rotation from the hanging axes of the plane to those of the drawing.
  const hung = planes[name]
  const rotation = multiply(transpose([right, down, cross(right, down)]), [
    hung.right,
    hung.down,
    hung.normal,
  ])
  return { frame: { ...straight, rotation }, name }
}

/** Shows the plane of a drawing, in the layout of three planes if the current one has no such plane. */
export const withPlaneDrawing =
  (one: PlaneDrawing, stacks: readonly Stack[], orientation: OrientationOptions) =>
  (now: StackScene): StackScene => {
    const active = findStack(stacks, getActiveCell(now)?.stackKey ?? '')
    const isHere =
      active?.kind === 'volume' &&
      one.plane.frameOfReferenceUID !== '' &&
      active.frameOfReferenceUID === one.plane.frameOfReferenceUID
    const stack = isHere ? active : findDrawnStack(stacks, one)
    if (!stack) return now
    const { frame, name } = findDrawingFrame(one, orientation)
    const series = isHere ? now : withStack(stack)(now)
    const findCell = ({ layout, cells }: StackScene) =>
      layouts[layout].cells.findIndex(
        (content, at) => content.kind === 'plane' && (cells[at]?.plane ?? content.plane) === name,
      )
    const scene = findCell(series) >= 0 ? series : withLayout('mpr', stacks)(series)
    return { ...scene, frame, active: Math.max(0, findCell(scene)), enlarged: undefined }
  }
