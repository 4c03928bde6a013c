import { limits } from '@talus/contract'
import type { Annotation, CapturePreview, Image, ImageId, Sensor, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import i18next from 'i18next'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { call, getErrorMessage } from '../../api/call.ts'
import { pageId } from '../../api/page-id.ts'
import { createUuid } from '../../random-id.ts'
import { createStore, useStore, waitUntil } from '../../store.ts'
import type { Store } from '../../store.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import {
  findOtherUse,
  getEnteredTechnique,
  onEnteredTechnique,
  restoreGenerator,
  useSensorEvents,
  validateDevices,
} from '../devices/index.ts'
import type { SensorState, SensorStatus, SensorView } from '../devices/index.ts'
import { isCancelled, isSetForOther, showCaptureFailure } from './state/capture-errors.ts'
import { createCaptureLoop } from './state/capture-loop.ts'
import { runningFlag, watchPageExit } from './state/page-exit.ts'
import {
  getProcessingStep,
  getShownSensorState,
  isSettled,
  shouldStartOnPress,
} from './state/start-state.ts'
import { createWaitingConfirmation } from './state/waiting-confirmation.ts'
import { useCancelQuestion } from './use-cancel-question.ts'

export type Target = z.output<typeof Annotation>

/** Preview of an exposure; has the id of its image as soon as that has been stored. */
export interface LivePreview extends CapturePreview {
  readonly imageId?: ImageId
}

interface CaptureOptions {
  readonly studyId: StudyId
  readonly modality: Sensor['modality']
  readonly device: SensorView
  /** Annotation of the next exposure. */
  readonly target: Target | undefined
  readonly onImage: (image: Image) => void
  /** Returns the target of the exposure after an image of the loop. */
  readonly getNextTarget: (image: Image) => Target | undefined
}

const graceMs = 3000
/** A sensor needs seconds after an exposure; if it takes longer, the next call reports it. */
const settleMs = 20_000

const isSameTarget = (one: Target, other: Target) =>
  one.bodyPart === other.bodyPart &&
  one.bodyPartView === other.bodyPartView &&
  one.animalSize === other.animalSize

const isSameChoice = (one: Target | undefined, other: Target | undefined) =>
  one === other || (one !== undefined && other !== undefined && isSameTarget(one, other))

/** Returns the capture for which the sensor waits for radiation. */
const getAwaitedCaptureId = (status: Pick<SensorStatus, 'state' | 'captureId'> | undefined) =>
  status?.state === 'WaitingForRadiation' ? (status.captureId ?? undefined) : undefined

function createCaptureSession(now: Store<CaptureOptions>) {
  const sensorState = createStore<SensorState | undefined>(undefined)
  const sensorId = () => {
    const { sensor } = now.get().device
    if (!sensor) throw new Error('No sensor is registered for this page.')
    return sensor.id
  }
  const waiting = createWaitingConfirmation(async (signal) => {
    const { status } = await call(
      routes.sensor.status,
      { params: { id: sensorId() } },
      {
        signal: AbortSignal.any([signal, AbortSignal.timeout(limits.sensorPollMs)]),
        isQuiet: true,
      },
    )
    return getAwaitedCaptureId(status)
  })
  let hasArmed = false
  /** Identifies the last call that armed the sensor. */
  let attempt = createUuid()
  const cancel = (keepsLease = false) => {
    waiting.reset()
    return call(
      routes.image.cancelCapture,
      { body: { sensorId: sensorId(), keepsLease, attempt } },
      { isQuiet: true, outlivesPage: true },
    )
  }
  const loop = createCaptureLoop<Target, Image>({
    target: () => now.get().target,
    isSameTarget,
    capture: async (annotation, signal, isContinued) => {
      hasArmed = true
      waiting.reset()
      const { studyId, modality } = now.get()
      const arm = () => {
        attempt = createUuid()
        const technique = modality === 'General' ? getEnteredTechnique() : undefined
        const order = { sensorId: sensorId(), studyId, annotation, attempt, page: pageId }
        const body = { ...order, isContinued, ...(technique && { technique }) }
        return call(routes.image.capture, { body }, { signal, isQuiet: true })
      }
      try {
        return await arm().catch(async (error: unknown) => {
          if (!isSetForOther(error)) throw error
          await restoreGenerator(studyId)
          return arm()
        })
      } finally {
        waiting.reset()
      }
    },
    cancel: async (isRearmed) => cancel(isRearmed),
    whenSettled: (signal) => waitUntil(sensorState, isSettled, { signal, timeoutMs: settleMs }),
    isProcessing: () => getProcessingStep(sensorState.get()) !== undefined,
    isCancelled,
    onCaptured: (image) => {
      const { onImage, getNextTarget } = now.get()
      onImage(image)
      // Set here, and not by the next render: the loop may read it before.
      const target = getNextTarget(image)
      now.set((options) => ({ ...options, target }))
    },
    onFailure: showCaptureFailure,
    onCancelledByOther: () => toast.info(i18next.t('capture:cancel.byOther')),
    graceMs,
  })
  /** Keeps the record of an armed capture equal to the values on the screen. */
  const watchTechnique = () =>
    onEnteredTechnique(() => {
      const technique = getEnteredTechnique()
      if (!technique || loop.armed.get() === undefined || now.get().modality !== 'General') return
      const body = { sensorId: sensorId(), technique }
      void call(routes.image.enterTechnique, { body }, { isQuiet: true }).catch((error: unknown) =>
        toast.error(getErrorMessage(error)),
      )
    })
  /** Disarms and releases the sensor, which otherwise stays reserved for its last user. */
  const release = () => {
    if (!hasArmed) return
    hasArmed = false
    loop.abort()
    cancel().catch(() => undefined)
  }
  let rendered = now.get().target
  /**
   * Passes the state of a render to the loop. The effect of a render from before the last image may
   * run after it: its target, which has not changed, must not replace the next one.
   */
  const updateOptions = (options: CaptureOptions) => {
    const isChanged = !isSameChoice(options.target, rendered)
    rendered = options.target
    now.set((before) => (isChanged ? options : { ...options, target: before.target }))
  }
  return { sensorState, waiting, loop, cancel, release, watchTechnique, updateOptions }
}

/** Whether the clean-up of the sensor follows an exposure, or only a disarmed capture. */
function useWasExposed(sensor: SensorState | undefined): boolean {
  const [wasExposed, setExposed] = useState(false)
  const isExposed = sensor === 'RadiationReceived' || sensor === 'LoadingImage'
  const next = sensor === 'PostAcquisitionCleanup' ? wasExposed : isExposed
  if (next !== wasExposed) setExposed(next)
  return next
}

/** Runs the capture loop until the user stops it, and shows the images as they arrive. */
export function useCapture(options: CaptureOptions) {
  const { studyId, modality, device, target } = options
  const { state: sensor, status } = device
  const [preview, setPreview] = useState<LivePreview>()
  const [isValidating, setValidating] = useState(false)
  const [wasInterrupted, setInterrupted] = useState(() => runningFlag.isSet(studyId))

  const [now] = useState(() => createStore(options))
  /** Handles an image from a capture call (without `captureId`) or from an event of the sensor. */
  const onImage = (image: Image, captureId?: string | null) => {
    if (image.studyId !== studyId) return
    setPreview((shown) => {
      if (!shown || (captureId !== undefined && captureId !== shown.captureId)) return shown
      return { ...shown, imageId: image.id }
    })
    options.onImage(image)
  }
  const [session] = useState(() => createCaptureSession(now))
  useEffect(() => session.updateOptions({ ...options, onImage }))
  const { loop, sensorState, waiting } = session
  const loopState = useStore(loop.store)
  const isLooping = loopState !== 'idle'
  const armed = useStore(loop.armed)
  const confirmed = useStore(waiting.confirmed)
  const otherUse = findOtherUse(status, studyId)
  const isForTarget = isLooping && (armed && target && isSameTarget(armed, target)) === true
  const isArmed =
    confirmed !== undefined &&
    confirmed === getAwaitedCaptureId(status) &&
    isForTarget &&
    otherUse === undefined

  useEffect(() => session.watchTechnique(), [session])
  useEffect(() => sensorState.set(sensor), [sensor, sensorState])
  const wasExposed = useWasExposed(sensor)
  useEffect(
    () =>
      waiting.update(sensor === 'WaitingForRadiation' ? getAwaitedCaptureId(status) : undefined),
    [sensor, status, waiting],
  )
  const targetKey = target && `${target.bodyPart}|${target.bodyPartView}|${target.animalSize}`
  // Runs after the effect that passes the new target to the loop, and again when the sensor state
  // changes.
  useEffect(() => loop.updateTarget(), [loop, targetKey, sensor])

  useEffect(() => {
    const unsubscribe = loop.store.subscribe(() => {
      if (!pageExit.isLeaving()) runningFlag.set(studyId, loop.store.get() === 'running')
    })
    const pageExit = watchPageExit(session.release)
    return () => {
      pageExit.stopWatching()
      session.release()
      unsubscribe()
      runningFlag.set(studyId, false)
    }
  }, [loop, session, studyId])

  useSensorEvents(device.sensor, {
    onPreview: (next) => {
      if (next.studyId === studyId) setPreview(next)
    },
    onImage: ({ image, captureId }) => onImage(image, captureId),
  })

  const start = async () => {
    setInterrupted(false)
    setValidating(true)
    const isReady = await validateDevices(modality, studyId).finally(() => setValidating(false))
    if (!isReady || now.get().target === undefined) return
    setPreview(undefined)
    loop.start()
  }
  const askToCancel = useCancelQuestion({ isLooping, armed, sensor }, () =>
    loop.store.get() === 'idle' ? session.cancel() : loop.stop(),
  )

  return {
    loopState,
    /** The capture of another page or study that the sensor is leased to. */
    otherUse,
    wasExposed,
    /**
     * The state to show: waiting only if an exposure would be stored with the selected annotation.
     */
    sensor: getShownSensorState(sensor, isArmed),
    /** True from the press on, also while the devices are being checked. */
    isLooping: isLooping || isValidating,
    preview,
    dismissPreview: () => setPreview(undefined),
    wasInterrupted: wasInterrupted && !isLooping && !isValidating,
    dismissInterruption: () => {
      setInterrupted(false)
      runningFlag.set(studyId, false)
    },
    press: () => {
      if (isValidating) return
      if (shouldStartOnPress({ sensor, isLooping })) void start()
      else void askToCancel()
    },
    stop: loop.stop,
  }
}
