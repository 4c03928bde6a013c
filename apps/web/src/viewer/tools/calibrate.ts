import type { ImageCalibration, Point } from '@talus/contract'
import { calibrationFrom, spacingOf, withLengths } from '@talus/measurements'
import type { MeasuringContext } from '@talus/measurements'
import { toImage } from '../engine/camera.ts'
import type { Camera } from '../engine/camera.ts'
import type { ImageState } from '../model.ts'
import { dragThreshold } from './draft.ts'
import type { Gesture, Press, StageHost } from './gesture.ts'
import { distance } from './gestures.ts'

/** Every length on the image is another one now. */
export function withCalibration(
  calibration: ImageCalibration | undefined,
  context: MeasuringContext,
) {
  return (now: ImageState): ImageState => ({
    ...now,
    calibration,
    drawings: now.drawings.map((drawing) => withLengths(drawing, context)),
  })
}

const isIn = ({ x, y }: Point, { columns, rows }: Camera) =>
  x >= 0 && y >= 0 && x <= columns && y <= rows

async function ask(host: StageHost, from: Point, to: Point) {
  const { referenceMethod: method } = host.view.get()
  const millimetres = await host.askMillimetres(method)
  host.view.set((now) => ({ ...now, reference: undefined }))
  if (millimetres === undefined) return
  const facts = host.spacingFacts()
  const calibration = calibrationFrom({ method, from, to, millimetres }, facts)
  if (!calibration) return
  const { spacing } = spacingOf(facts, calibration)
  host.store.commit(host.imageId, withCalibration(calibration, { ...host.context(), spacing }))
  host.store.set((now) => ({ ...now, tool: 'windowLevel' }))
}

export function calibrateGesture(host: StageHost, press: Press): Gesture {
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
        return host.tell('outside')
      }
      set(to)
      void ask(host, from, to)
    },
    cancel: () => set(undefined),
  }
}
