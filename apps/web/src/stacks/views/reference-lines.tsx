import type { Stack } from '@talus/contract'
import { cross, getReferenceLine, normalize, dot, subtract } from '@talus/volume'
import type { PlacedPicture } from '@talus/volume'
import { useStore } from '../../store.ts'
import { toScreen } from '../../viewer/core/camera/camera.ts'
import type { Camera } from '../../viewer/core/camera/camera.ts'
import { findStack, getCellPhase, getContent } from '../scene/scene.ts'
import { useScenePart } from '../scene/use-scene-part.ts'
import { getSlicePlace } from '../scene/slice-place.ts'
import type { StackSession } from '../stack-session.ts'
import type { LiveSlice } from './live-slice.ts'
import styles from './stack-views.module.css'

/** A slice as a picture with its place; undefined without a position. */
function placeSlice(stack: Stack, phase: number, slice: number): PlacedPicture | undefined {
  const origin = getSlicePlace(stack, phase, slice)
  if (!origin || !stack.orientation || !stack.spacing) return undefined
  const { row, column } = stack.orientation
  return {
    plane: { origin, right: row, down: column, normal: normalize(cross(row, column)) },
    width: stack.columns,
    height: stack.rows,
    step: stack.spacing[1],
    rowStep: stack.spacing[0],
    frameOfReferenceUID: stack.frameOfReferenceUID,
  }
}

interface ReferenceLinesProps {
  readonly session: StackSession
  readonly index: number
  readonly stack: Stack
  readonly phase: number
  /** The visible slice. */
  readonly live: LiveSlice
  readonly camera: Camera
}

/** The places of the slices of the other viewports on a slice: the first, the visible, the last. */
export function ReferenceLines(props: ReferenceLinesProps) {
  const isShown = useScenePart(
    props.session.scene,
    ({ areLinesVisible, cells }) => areLinesVisible && cells.length > 1,
  )
  return isShown ? <VisibleLines {...props} /> : null
}

function VisibleLines({ session, index, stack, phase, live, camera }: ReferenceLinesProps) {
  const scene = useStore(session.scene)
  const visible = useStore(live)
  const shown = visible && placeSlice(stack, phase, visible.index)
  if (!shown || !stack.spacing) return null
  const [rowStep, step] = stack.spacing
  const toPoint = (place: PlacedPicture['plane']['origin']) => {
    const way = subtract(place, shown.plane.origin)
    return toScreen(camera, {
      x: dot(way, shown.plane.right) / step + stack.columns / 2,
      y: dot(way, shown.plane.down) / rowStep + stack.rows / 2,
    })
  }
  const lines = scene.cells.flatMap((cell, at) => {
    const other = findStack(session.study.stacks, cell.stackKey)
    if (at === index || !other || other === stack || getContent(scene, at).kind !== 'stack')
      return []
    const ownPhase = getCellPhase(scene, cell)
    const last = (other.phases[ownPhase]?.slices.length ?? 1) - 1
    return [0, last, cell.slice].flatMap((number, part) => {
      const placed = placeSlice(other, ownPhase, number)
      const line = placed && getReferenceLine(shown, placed)
      return line ? [{ key: `${at} ${part}`, line, isCurrent: part === 2 }] : []
    })
  })
  if (lines.length === 0) return null
  return (
    <svg
      className={styles.lines}
      width={camera.viewportSize.width}
      height={camera.viewportSize.height}
      data-reference-lines
    >
      {lines.map(({ key, line, isCurrent }) => {
        const [from, to] = [toPoint(line.from), toPoint(line.to)]
        return (
          <line
            key={key}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            data-current={isCurrent || undefined}
          />
        )
      })}
    </svg>
  )
}
