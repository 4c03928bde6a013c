import { defaultViewport } from '@talus/contract'
import type { Stack, Vector } from '@talus/contract'
import { createFrame, rotateFrame } from '@talus/volume'
import type { Camera } from '../../viewer/core/camera/camera.ts'
import { getScale } from '../../viewer/core/camera/camera.ts'
import { getMiddle } from './contents.ts'
import { getCellPhase, getSliceCentre, initialSlab } from './scene.ts'
import type { CellState, StackScene } from './scene.ts'

/** A turned picture has another size, and fitting it into its viewport would change the zoom. */
function keepZoom(cell: CellState, camera: Camera | undefined): CellState {
  if (!camera || cell.viewport.zoom !== null) return cell
  const { width, height } = camera.viewportSize
  const viewport = { ...cell.viewport, zoom: getScale(camera), shownIn: { width, height } }
  return { ...cell, viewport }
}

/** Turns the planes by an angle in radians; `cameras` are those of the viewports by their numbers. */
export const withTurnedPlanes =
  (axis: Vector, angle: number, cameras: ReadonlyMap<number, Camera>) =>
  (now: StackScene): StackScene =>
    now.frame
      ? {
          ...now,
          frame: rotateFrame(now.frame, axis, angle),
          cells: now.cells.map((cell, index) => keepZoom(cell, cameras.get(index))),
        }
      : now

/** Straight, thin planes that meet in the middle of the volume, each as large as its viewport. */
export const withStraightPlanes =
  (stack: Stack) =>
  (now: StackScene): StackScene => {
    const cell = now.cells[now.active]
    const phase = cell ? getCellPhase(now, cell) : 0
    const centre = getSliceCentre(stack, phase, getMiddle(stack))
    if (!now.frame || !centre) return now
    return {
      ...now,
      frame: createFrame(centre),
      slab: initialSlab,
      cells: now.cells.map((one) => ({ ...one, viewport: defaultViewport })),
    }
  }
