import type { PresentationState } from '@talus/contract'
import { toScreen } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import { isForFrame } from '../rendering/present-image.ts'
import { getInk, Marks } from './marks.tsx'
import { OutlinedText } from './outlined-text.tsx'

interface PresentedGraphicsProps {
  readonly state: PresentationState
  readonly camera: Camera
  /** The visible frame, from 1. */
  readonly frame: number
  readonly fontSize: number
}

/** Graphics and texts of a presentation state: another reader drew them, and nobody edits them. */
export function PresentedGraphics({ state, camera, frame, fontSize }: PresentedGraphicsProps) {
  const isShown = ({ frames }: { readonly frames?: readonly number[] | undefined }) =>
    isForFrame(state.frames, frame) && isForFrame(frames, frame)
  const lines = state.lines.filter(isShown)
  const toMark = ({ points, isClosed }: (typeof lines)[number]) => {
    const [first] = points
    return { kind: 'path' as const, points: isClosed && first ? [...points, first] : points }
  }
  return (
    <g data-presented pointerEvents="none">
      {lines.map(({ points, isFilled }, at) =>
        isFilled ? (
          <polygon
            // oxlint-disable-next-line react/no-array-index-key -- graphics have no ids
            key={at}
            points={points
              .map((point) => toScreen(camera, point))
              .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
              .join(' ')}
            fill={getInk('presented')}
            fillOpacity={0.35}
          />
        ) : null,
      )}
      <Marks
        marks={[
          ...lines.map(toMark),
          ...state.points.filter(isShown).map(({ at }) => ({ kind: 'cross' as const, at })),
        ]}
        camera={camera}
        ink="presented"
      />
      {state.texts.filter(isShown).map(({ text, at }, index) => {
        const { x, y } = toScreen(camera, at)
        return (
          <OutlinedText
            // oxlint-disable-next-line react/no-array-index-key -- texts have no ids
            key={index}
            x={x}
            // A text is placed by its first base line, a state by the corner above it.
            y={y + fontSize}
            lines={text.split('\n')}
            ink="presented"
            size={fontSize}
          />
        )
      })}
    </g>
  )
}
