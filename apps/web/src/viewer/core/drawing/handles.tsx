import type { Drawing } from '@talus/contract'
import { toScreen } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import type { Grip } from '../gestures/gesture-types.ts'
import { listFreeHandles } from '../gestures/hit-test.ts'
import { getInk } from './marks.tsx'

interface HandlesProps {
  readonly drawing: Drawing
  readonly camera: Camera
  /** The handle that was dragged last; arrow keys move it. */
  readonly grip: Grip | undefined
}

/** Handles are rings because a filled dot would hide the image below it. */
export function Handles({ drawing, camera, grip }: HandlesProps) {
  return drawing.steps.flatMap((step) =>
    listFreeHandles(drawing, step).map((handle) => {
      const point = step.handles[handle]
      if (!point) return null
      const isActive =
        grip?.drawingId === drawing.id && grip.step === step.step && grip.handle === handle
      const { x, y } = toScreen(camera, point)
      // The ring of a marker surrounds its letters, which are centred on its point.
      const r = drawing.tool === 'marker' ? 20 : isActive ? 8 : 6
      return (
        <g key={`${step.step} ${handle}`} fill="none">
          <circle
            cx={x}
            cy={y}
            r={r}
            stroke={getInk('shadow')}
            strokeOpacity={0.65}
            strokeWidth={5}
          />
          <circle
            cx={x}
            cy={y}
            r={r}
            stroke={getInk('selected')}
            strokeWidth={isActive ? 3 : 1.6}
          />
        </g>
      )
    }),
  )
}
