import type { ImageCalibration, Point } from '@talus/contract'
import { createCalibration, resolveSpacing, updateLengths } from '@talus/measurements'
import type { MeasuringContext } from '@talus/measurements'
import { toImage } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import type { ViewState } from '../model.ts'
import type { Gesture, PointerInput, GestureHost } from './gesture-types.ts'
import { distance, dragThreshold } from './view-transforms.ts'

/** Sets the calibration and recomputes every length on the image. */
export function withCalibration(
  calibration: ImageCalibration | undefined,
  context: MeasuringContext,
) {
  return (now: ViewState): ViewState => ({
    ...now,
    calibration,
    drawings: now.drawings.map((drawing) =>
      // The points of drawings on planes are millimetres already.
      drawing.plane ? drawing : updateLengths(drawing, context),
    ),
  })
}

const isIn = ({ x, y }: Point, { columns, rows }: Camera) =>
  x >= 0 && y >= 0 && x <= columns && y <= rows

async function askAndCalibrate(host: GestureHost, from: Point, to: Point) {
  const { referenceMethod: method } = host.view.get()
  const millimetres = await host.askMillimetres(method)
  host.view.set((now) => ({ ...now, reference: undefined }))
  if (millimetres === undefined) return
  const facts = host.spacingFacts()
  const calibration = createCalibration({ method, from, to, millimetres }, facts)
  if (!calibration) return
  const { spacing } = resolveSpacing(facts, calibration)
  host.store.commit(host.viewId, withCalibration(calibration, { ...host.context(), spacing }))
  host.store.set((now) => ({ ...now, tool: 'windowLevel' }))
}

export function createCalibrateGesture(host: GestureHost, press: PointerInput): Gesture {
  const camera = host.camera()
  const from = toImage(camera, press.at)
  const set = (to: Point | undefined) =>
    host.view.set((now) => ({ ...now, reference: to && { from, to } }))
  return {
    move: ({ at }) => set(toImage(camera, at)),
    end: ({ at }) => {
      const to = toImage(camera, at)
      if (distance(press.at, at) < dragThreshold) return set(undefined)
      if (!isIn(from, camera) || !isIn(to, camera)) {
        set(undefined)
        return host.report('outside')
      }
      set(to)
      void askAndCalibrate(host, from, to)
    },
    cancel: () => set(undefined),
  }
}
