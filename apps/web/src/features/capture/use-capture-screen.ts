import { formatImageAnatomy } from '@talus/anatomy'
import type { Image } from '@talus/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { recordKeys } from '../../api/records/keys.ts'
import { markStale } from '../../api/records/mark-stale.ts'
import { useRecordChanges } from '../../api/records/use-record-changes.ts'
import { toLanguage } from '../../language.ts'
import { getImageName } from '../../ui/format/image-name.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import { switchGeneratorOn, useSensor } from '../devices/index.ts'
import { isSideOpen } from './plan/annotations.ts'
import type { CaptureModality } from './plan/annotations.ts'
import { useAnnotations } from './plan/use-annotations.ts'
import { usePlanChoices } from './plan/use-plan-choices.ts'
import { useImageTools } from './preview/image-tools.tsx'
import { useImages } from './preview/use-images.ts'
import {
  getFrameTone,
  getProcessingStep,
  getStartLabel,
  getStartObstacle,
} from './state/start-state.ts'
import { useCapture } from './use-capture.ts'
import { useCaptureKeys } from './use-capture-keys.ts'
import { useFinishCapture } from './use-finish-capture.ts'
import { toTarget, usePlanProgress } from './use-plan-progress.ts'
import type { CaptureSubject } from './use-study.ts'

/** The state and the actions of the capture page, its shortcuts included. */
export function useCaptureScreen(
  modality: CaptureModality,
  { study, species }: CaptureSubject,
  { timeZone, isHuman }: { readonly timeZone: string | undefined; readonly isHuman: boolean },
) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  useRecordChanges(study.clinicId)
  const device = useSensor(modality)
  const plan = useAnnotations(study.id, modality)
  const images = useImages(study.id)
  const { selected } = plan
  const target = selected && toTarget(selected)

  const client = useQueryClient()
  const { isStreamOpen } = device
  useEffect(() => {
    // Events that were published while the stream was closed are not repeated.
    if (isStreamOpen) void markStale(client, [recordKeys.studies])
  }, [client, isStreamOpen])

  const receive = (image: Image) => {
    const isNew = images.images.every(({ id }) => id !== image.id)
    images.receive(image)
    images.select(image.id)
    void plan.refresh()
    if (isNew && image.isRecovered)
      toast.info(t('capture:preview.recoveredNews', { name: formatImageAnatomy(image, language) }))
  }
  const { progress, getNextTarget } = usePlanProgress(plan, modality, species)
  const capture = useCapture({
    studyId: study.id,
    modality,
    device,
    target,
    onImage: receive,
    getNextTarget,
  })
  const { choice, humanChoice, shownPlan } = usePlanChoices(plan, species, capture.isLooping)
  const isInUse = capture.otherUse !== undefined
  const isBridgeLost = capture.sensor === 'NotAvailable'
  useEffect(() => {
    // Nothing is switched under the capture of another page. A bridge that lost the server has
    // switched the generator off: it is switched on again when the bridge is back.
    if (modality === 'General' && !isInUse && !isBridgeLost) void switchGeneratorOn()
  }, [modality, isInUse, isBridgeLost])
  const finishing = useFinishCapture({ study, stop: capture.stop })
  const tools = useImageTools({
    study,
    modality,
    relabelList: isHuman ? 'Human' : species,
    images: images.images,
    selected: images.selected,
    timeZone,
    onRestored: (image) => {
      images.receive(image)
      images.select(image.id)
      void plan.refresh()
      toast.done(t('capture:rejected.done', { name: getImageName(t, image, language) }))
    },
    onRejected: ({ id }) => {
      images.drop(id)
      void plan.refresh()
    },
    onProcessed: images.receive,
    onRelabelled: (image) => {
      images.receive(image)
      void plan.refresh()
    },
  })

  const captureState = {
    sensor: capture.sensor,
    isLooping: capture.isLooping,
    // Once connecting has ended, the server has answered which sensors there are.
    isRegistered: device.isConnecting || device.sensor !== undefined,
    isConnecting: device.isConnecting,
    isInUse,
  }
  const obstacle = getStartObstacle(captureState, {
    annotations: plan.annotations.length,
    isSelected: selected !== undefined,
    // The views of a person have no side of their own.
    isSideOpen: species !== undefined && selected !== undefined && isSideOpen(selected),
  })
  const press = () => {
    if (obstacle === undefined) capture.press()
  }
  useCaptureKeys({ press, finish: finishing.finish, plan: shownPlan, images, tools })

  return {
    plan: shownPlan,
    progress,
    choice,
    humanChoice,
    /** The annotation of the next image; undefined if none is selected. */
    target,
    targetName: target && formatImageAnatomy(target, language),
    images,
    receive,
    tools,
    capture,
    finishing,
    isRegistered: captureState.isRegistered,
    isConnecting: device.isConnecting,
    start: { label: getStartLabel(captureState), obstacle, press },
    tone: getFrameTone(captureState),
    /** The step of the processing that blocks the page. */
    processing: isInUse ? undefined : getProcessingStep(device.state),
  }
}

export type CaptureScreenState = ReturnType<typeof useCaptureScreen>
