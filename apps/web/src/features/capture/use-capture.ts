import { limits } from '@talus/contract'
import type { Annotation, CapturePreview, Image, ImageId, Sensor, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { createStore, useStore } from '../../store.ts'
import type { Store } from '../../store.ts'
import { confirm } from '../../ui/modals/confirm.tsx'
import { useSensorEvents, validateDevices } from '../devices/index.ts'
import type { SensorState, SensorStatus, SensorView } from '../devices/index.ts'
import { isCancelled, showCaptureFailure } from './state/capture-errors.ts'
import { createCaptureLoop } from './state/capture-loop.ts'
import { interrupted, whenPageGoes } from './state/interrupted.ts'
import { processingOf, shownSensor, startsOnPress } from './state/start-state.ts'
import { until } from './state/until.ts'
import { createWaitingProof } from './state/waiting-proof.ts'

export type Target = z.output<typeof Annotation>

/** An exposure before its image is made, and the image as soon as it is there. */
export interface LivePreview extends CapturePreview {
  readonly imageId?: ImageId
}

interface Given {
  readonly studyId: StudyId
  readonly modality: Sensor['modality']
  readonly device: SensorView
  /** What the next exposure shows. */
  readonly target: Target | undefined
  readonly onImage: (image: Image) => void
}

const graceMs = 3000
/** A sensor needs seconds after an exposure; what takes longer is told by the next call. */
const settleMs = 20_000

const isSame = (one: Target, other: Target) =>
  one.bodyPart === other.bodyPart &&
  one.bodyPartView === other.bodyPartView &&
  one.animalSize === other.animalSize

/** `randomUUID` is missing where the page comes over plain HTTP. */
const newAttempt = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** The capture for which radiation is waited. */
const waitsFor = (status: Pick<SensorStatus, 'state' | 'captureId'> | undefined) =>
  status?.state === 'WaitingForRadiation' ? (status.captureId ?? undefined) : undefined

function createRoom(now: Store<Given>) {
  const sensorState = createStore<SensorState | undefined>(undefined)
  const sensorId = () => {
    const { sensor } = now.get().device
    if (!sensor) throw new Error('No sensor is registered for this page.')
    return sensor.id
  }
  const waiting = createWaitingProof(async (signal) => {
    const { status } = await call(
      routes.sensor.status,
      { params: { id: sensorId() } },
      {
        signal: AbortSignal.any([signal, AbortSignal.timeout(limits.sensorPollMs)]),
        isQuiet: true,
      },
    )
    return waitsFor(status)
  })
  let hasArmed = false
  const cancel = () => {
    waiting.forget()
    return call(
      routes.image.cancelCapture,
      { body: { sensorId: sensorId() } },
      { isQuiet: true, outlivesPage: true },
    )
  }
  const loop = createCaptureLoop<Target, Image>({
    target: () => now.get().target,
    isSame,
    capture: async (annotation, signal) => {
      hasArmed = true
      waiting.forget()
      const attempt = newAttempt()
      const body = { sensorId: sensorId(), studyId: now.get().studyId, annotation, attempt }
      try {
        return await call(routes.image.capture, { body }, { signal, isQuiet: true })
      } finally {
        waiting.forget()
      }
    },
    cancel: async () => cancel(),
    whenSettled: (signal) =>
      until(
        sensorState,
        (state) => state === undefined || state === 'NotAvailable' || state === 'Ready',
        signal,
        settleMs,
      ),
    isProcessing: () => processingOf(sensorState.get()) !== undefined,
    isCancelled,
    onTaken: (image) => now.get().onImage(image),
    onFailure: showCaptureFailure,
    graceMs,
  })
  /** Disarms the sensor, and gives it free for others: it is kept for whoever has used it last. */
  const letGo = () => {
    if (!hasArmed) return
    hasArmed = false
    loop.leave()
    cancel().catch(() => undefined)
  }
  return { sensorState, waiting, loop, cancel, letGo }
}

/** Takes images for as long as somebody wants it, and shows them as they come. */
export function useCapture(given: Given) {
  const { t } = useTranslation()
  const { studyId, modality, device, target } = given
  const { state: sensor, status } = device
  const [preview, setPreview] = useState<LivePreview>()
  const [isAsking, setAsking] = useState(false)
  const [wasInterrupted, setInterrupted] = useState(() => interrupted.of(studyId))

  const [now] = useState(() => createStore(given))
  /** The call that waits for an image tells of its own; events tell of others, too. */
  const onImage = (image: Image, captureId?: string | null) => {
    if (image.studyId !== studyId) return
    setPreview((shown) => {
      if (!shown || (captureId !== undefined && captureId !== shown.captureId)) return shown
      return { ...shown, imageId: image.id }
    })
    given.onImage(image)
  }
  useEffect(() => {
    now.set({ ...given, onImage })
  })
  const [room] = useState(() => createRoom(now))
  const { loop, sensorState, waiting } = room
  const loopState = useStore(loop.store)
  const isLooping = loopState !== 'idle'
  const armed = useStore(loop.armed)
  const proven = useStore(waiting.proven)
  const isForTarget = !isLooping || (armed && target && isSame(armed, target)) === true
  const isArmed = proven !== undefined && proven === waitsFor(status) && isForTarget

  useEffect(() => sensorState.set(sensor), [sensor, sensorState])
  useEffect(
    () => waiting.hear(sensor === 'WaitingForRadiation' ? waitsFor(status) : undefined),
    [sensor, status, waiting],
  )
  const targetKey = target && `${target.bodyPart}|${target.bodyPartView}|${target.animalSize}`
  // After the draw, when the loop sees the new target, too; and when the sensor has done with another.
  useEffect(() => loop.follow(), [loop, targetKey, sensor])

  useEffect(() => {
    const unsubscribe = loop.store.subscribe(() => {
      if (!leaving.isGoing()) interrupted.note(studyId, loop.store.get() === 'running')
    })
    const leaving = whenPageGoes(room.letGo)
    return () => {
      leaving.forget()
      room.letGo()
      unsubscribe()
      interrupted.note(studyId, false)
    }
  }, [loop, room, studyId])

  useSensorEvents(device.sensor, {
    onPreview: (next) => {
      if (next.studyId === studyId) setPreview(next)
    },
    onImage: ({ image, captureId }) => onImage(image, captureId),
  })

  const start = async () => {
    setInterrupted(false)
    setAsking(true)
    const isReady = await validateDevices(modality).finally(() => setAsking(false))
    if (!isReady || now.get().target === undefined) return
    setPreview(undefined)
    loop.start()
  }
  const askToCancel = () =>
    confirm({
      title: t('capture:cancel.title'),
      text: isLooping ? t('capture:cancel.text') : t('capture:cancel.textElsewhere'),
      confirm: t('capture:cancel.confirm'),
      cancel: t('capture:cancel.keep'),
      isDestructive: true,
      isLarge: true,
      act: () => (loop.store.get() === 'idle' ? room.cancel() : loop.stop()),
    })

  return {
    loopState,
    /** As it is said: waiting only for an exposure that will be taken as what is chosen. */
    sensor: shownSensor(sensor, isArmed),
    /** From the press on, while the devices are looked at, too. */
    isLooping: isLooping || isAsking,
    preview,
    dismissPreview: () => setPreview(undefined),
    wasInterrupted: wasInterrupted && !isLooping && !isAsking,
    forget: () => {
      setInterrupted(false)
      interrupted.note(studyId, false)
    },
    press: () => {
      if (isAsking) return
      if (startsOnPress({ sensor, isLooping })) void start()
      else void askToCancel()
    },
    stop: loop.stop,
  }
}
