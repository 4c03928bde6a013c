import type { Drawing } from '@talus/contract'
import { toScreen } from '../engine/camera.ts'
import type { Camera } from '../engine/camera.ts'
import type { Grip } from './gesture.ts'
import { handlesToTake } from './hit-test.ts'
import { inkOf } from './marks.tsx'

interface HandlesProps {
  readonly drawing: Drawing
  readonly camera: Camera
  /** The one that was taken last, which arrows move. */
  readonly grip: Grip | undefined
}

/** Rings: what lies under a filled dot could not be seen. */
export function Handles({ drawing, camera, grip }: HandlesProps) {
  return drawing.steps.flatMap((step) =>
    handlesToTake(drawing, step).map((handle) => {
      const point = step.handles[handle]
      if (!point) return null
      const isTaken =
        grip?.drawingId === drawing.id && grip.step === step.step && grip.handle === handle
      const { x, y } = toScreen(camera, point)
      // Around the letters of a marker, which stand on their point.
      const r = drawing.tool === 'marker' ? 20 : isTaken ? 8 : 6
      return (
        <g key={`${step.step} ${handle}`} fill="none">
          <circle
            cx={x}
            cy={y}
            r={r}
            stroke={inkOf('shadow')}
            strokeOpacity={0.65}
            strokeWidth={5}
          />
          <circle cx={x} cy={y} r={r} stroke={inkOf('selected')} strokeWidth={isTaken ? 3 : 1.6} />
        </g>
      )
    }),
  )
}
