import { IconDental, IconPaw } from '@tabler/icons-react'
import { formatImageAnatomy } from '@talus/anatomy'
import type { Image, Species } from '@talus/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { studiesKey } from '../../api/study-images.ts'
import { toLanguage } from '../../language.ts'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { toast } from '../../ui/toasts/toast-store.ts'
import { DeviceChips, switchGeneratorOn, TechniqueBar, useSensor } from '../devices/index.ts'
import { ResumeBanner, UnassignedBanner } from './banners.tsx'
import { GeneralColumn } from './general-column.tsx'
import { AnnotationList } from './plan/annotation-list.tsx'
import { countImagesByPart } from './plan/annotations.ts'
import type { CaptureModality } from './plan/annotations.ts'
import { DentalPlan } from './plan/dental-plan.tsx'
import { useAnnotations } from './plan/use-annotations.ts'
import type { AnnotationPlan } from './plan/use-annotations.ts'
import { useAnnotationChoice } from './plan/use-annotation-choice.ts'
import type { AnnotationChoice } from './plan/use-annotation-choice.ts'
import { ImageTools, useImageTools } from './preview/image-tools.tsx'
import { Preview, SensorStateLabel } from './preview/preview.tsx'
import { ThumbnailStrip } from './preview/thumbnail-strip.tsx'
import { useImages } from './preview/use-images.ts'
import { ProcessingCover } from './processing-cover.tsx'
import type { CaptureSlots } from './slots.ts'
import { StartButton } from './start-button.tsx'
import {
  getFrameTone,
  getProcessingStep,
  getStartLabel,
  getStartObstacle,
} from './state/start-state.ts'
import { TopBar } from './top-bar.tsx'
import { useCapture } from './use-capture.ts'
import { useCaptureKeys } from './use-capture-keys.ts'
import { useFinishCapture } from './use-finish-capture.ts'
import type { CaptureSubject } from './use-study.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './capture-screen.module.css'

interface CaptureScreenProps extends CaptureSlots {
  readonly modality: CaptureModality
  readonly subject: CaptureSubject
}

/** The capture page: the planned images, the next exposure and the captured images. */
export function CaptureScreen({ modality, subject, protocols, restraint }: CaptureScreenProps) {
  const { t, i18n } = useTranslation()
  const { study, patient, species } = subject
  const { clinic } = useClinicInUse()
  const timeZone = clinic?.id === study.clinicId ? clinic.timeZone : undefined
  const device = useSensor(modality)
  const plan = useAnnotations(study.id, modality)
  const images = useImages(study.id)
  const { selected } = plan
  const choice = useAnnotationChoice(species ?? 'Canine', plan.annotations, selected)
  const target = selected && {
    bodyPart: selected.bodyPart,
    bodyPartView: selected.bodyPartView,
    animalSize: selected.animalSize,
  }
  const targetName = target && formatImageAnatomy(target, toLanguage(i18n.language))

  useEffect(() => {
    if (modality === 'General') void switchGeneratorOn()
  }, [modality])

  const client = useQueryClient()
  const { isStreamOpen } = device
  useEffect(() => {
    // Events that were published while the stream was closed are not repeated.
    if (isStreamOpen) void client.invalidateQueries({ queryKey: studiesKey })
  }, [client, isStreamOpen])

  const receive = (image: Image) => {
    const isNew = images.images.every(({ id }) => id !== image.id)
    images.receive(image)
    images.select(image.id)
    void plan.refresh()
    if (isNew && image.isRecovered)
      toast.info(
        t('capture:preview.recoveredNews', {
          name: formatImageAnatomy(image, toLanguage(i18n.language)),
        }),
      )
  }
  const capture = useCapture({ studyId: study.id, modality, device, target, onImage: receive })
  const finishing = useFinishCapture({ study, images: images.images, stop: capture.stop })
  const tools = useImageTools({
    study,
    images: images.images,
    selected: images.selected,
    onRejected: ({ id }) => {
      images.drop(id)
      void plan.refresh()
    },
    onProcessed: images.receive,
  })

  const captureState = {
    sensor: capture.sensor,
    isLooping: capture.isLooping,
    isConnecting: device.isConnecting,
  }
  const obstacle = getStartObstacle(captureState, {
    annotations: plan.annotations.length,
    isSelected: selected !== undefined,
  })
  const label = getStartLabel(captureState)
  const tone = getFrameTone(captureState)
  const processing = getProcessingStep(device.state)
  const press = () => {
    if (obstacle === undefined) capture.press()
  }
  useCaptureKeys({ press, finish: finishing.finish, plan, images, tools })

  return (
    <div className={styles.screen} data-modality={modality}>
      <div className={styles.top} inert={processing !== undefined}>
        <TopBar
          subject={subject}
          timeZone={timeZone}
          technique={
            modality === 'General' ? (
              <TechniqueBar
                subject={
                  target && {
                    speciesId: patient.speciesId ?? undefined,
                    size: target.animalSize,
                    bodyPart: target.bodyPart,
                    bodyPartView: target.bodyPartView,
                  }
                }
              />
            ) : null
          }
          chips={<DeviceChips modality={modality} sensor={capture.sensor} />}
          isFinishing={finishing.isFinishing}
          onFinish={finishing.finish}
        />
      </div>
      <div className={styles.plan} inert={processing !== undefined}>
        <PlanColumn
          modality={modality}
          species={species}
          choice={choice}
          plan={plan}
          counts={countImagesByPart(images.images)}
        />
      </div>
      <div className={styles.list} inert={processing !== undefined}>
        <AnnotationList
          plan={plan}
          modality={modality}
          isArmed={capture.isLooping && capture.sensor === 'WaitingForRadiation'}
          protocols={protocols({
            clinicId: study.clinicId,
            studyId: study.id,
            speciesId: patient.speciesId,
            modality,
            annotations: plan.annotations,
            animalSize: modality === 'Dental' ? null : choice.size,
            onApplied: plan.replace,
          })}
        />
        {restraint(study.id)}
        <StartButton
          label={label}
          obstacle={obstacle}
          isStopping={capture.loopState === 'stopping'}
          target={targetName}
          onPress={press}
        />
      </div>
      {processing ? <ProcessingCover processing={processing} /> : null}
      <div className={styles.images}>
        {capture.wasInterrupted ? (
          <ResumeBanner
            target={target}
            reason={obstacle && t(`capture:start.obstacle.${obstacle}`)}
            onResume={capture.press}
            onEnd={capture.dismissInterruption}
          />
        ) : null}
        <UnassignedBanner
          studyId={study.id}
          target={target}
          timeZone={timeZone}
          onAssigned={receive}
        />
        <div className={styles.tools}>
          <SensorStateLabel
            sensor={capture.sensor}
            tone={tone}
            isConnecting={device.isConnecting}
          />
          <ImageTools tools={tools} />
        </div>
        <Preview image={images.selected} live={capture.preview} tone={tone} />
        <ThumbnailStrip
          images={images.images}
          selected={images.selected}
          onSelect={(id) => {
            capture.dismissPreview()
            images.select(id)
          }}
        />
      </div>
    </div>
  )
}

interface PlanColumnProps {
  readonly modality: CaptureModality
  readonly species: Species | undefined
  readonly choice: AnnotationChoice
  readonly plan: AnnotationPlan
  readonly counts: Readonly<Record<string, number>>
}

function PlanColumn({ modality, species, choice, plan, counts }: PlanColumnProps) {
  const { t } = useTranslation()
  if (species === undefined)
    return (
      <StatePanel
        icon={
          modality === 'Dental' ? (
            <Icon icon={IconDental} size="3xl" />
          ) : (
            <Icon icon={IconPaw} size="3xl" />
          )
        }
        title={modality === 'Dental' ? t('capture:teeth.noDictionary') : t('capture:list.empty')}
        text={t('capture:study.noSpecies')}
        isCompact
      />
    )
  return modality === 'Dental' ? (
    <DentalPlan species={species} plan={plan} counts={counts} />
  ) : (
    <GeneralColumn choice={choice} plan={plan} counts={counts} />
  )
}
