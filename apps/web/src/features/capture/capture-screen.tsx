import type { StudyId } from '@talus/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { DeviceChips, TechniqueBar } from '../devices/index.ts'
import { ResumeBanner, UnassignedBanner } from './banners.tsx'
import { formatOtherUse, InUseBanner } from './in-use-banner.tsx'
import { PlanColumn } from './plan-column.tsx'
import { AnnotationList } from './plan/annotation-list.tsx'
import { countImagesByPart } from './plan/annotations.ts'
import type { CaptureModality } from './plan/annotations.ts'
import { ImageTools } from './preview/image-tools.tsx'
import { Preview, SensorStateLabel } from './preview/preview.tsx'
import { ThumbnailStrip } from './preview/thumbnail-strip.tsx'
import { ProcessingCover } from './processing-cover.tsx'
import type { CaptureSlots } from './slots.ts'
import { StartButton } from './start-button.tsx'
import { TopBar } from './top-bar.tsx'
import { useCaptureScreen } from './use-capture-screen.ts'
import type { CaptureScreenState } from './use-capture-screen.ts'
import type { CaptureSubject } from './use-study.ts'
import styles from './capture-screen.module.css'

interface CaptureScreenProps extends CaptureSlots {
  readonly modality: CaptureModality
  readonly subject: CaptureSubject
}

/** The capture page: the planned images, the next exposure and the captured images. */
export function CaptureScreen({ modality, subject, protocols, restraint }: CaptureScreenProps) {
  const { t } = useTranslation()
  const { study, patient, species } = subject
  const { clinic } = useClinicInUse()
  const timeZone = clinic?.id === study.clinicId ? clinic.timeZone : undefined
  const isHuman = clinic?.id === study.clinicId && clinic.clinicType === 'Human'
  const screen = useCaptureScreen(modality, subject, { timeZone, isHuman })
  const { plan, choice, humanChoice, target, images, capture, finishing, start, processing } =
    screen
  const lastControl = useRef<Element>(null)

  return (
    <div
      className={styles.screen}
      onFocus={({ target: focused }) => {
        if (!focused.closest('[role="dialog"]')) lastControl.current = focused
      }}
      data-modality={modality}
      data-stage={images.images.length === 0 && !capture.preview ? 'planning' : undefined}
    >
      <div className={styles.top} inert={processing !== undefined}>
        <TopBar
          subject={subject}
          isHuman={isHuman}
          timeZone={timeZone}
          technique={
            modality === 'General' ? (
              <TechniqueBar
                studyId={study.id}
                isHuman={isHuman}
                lockedReason={capture.otherUse && formatOtherUse(t, capture.otherUse, timeZone)}
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
          chips={
            <DeviceChips
              modality={modality}
              sensor={capture.sensor}
              isInUse={capture.otherUse !== undefined}
            />
          }
          isFinishing={finishing.isFinishing}
          onFinish={finishing.finish}
        />
      </div>
      <div className={styles.plan} inert={processing !== undefined}>
        <PlanColumn
          modality={modality}
          species={species}
          isHuman={isHuman}
          choice={choice}
          humanChoice={humanChoice}
          plan={plan}
          counts={countImagesByPart(images.images)}
          isLooping={capture.isLooping}
        />
      </div>
      <div className={styles.list} inert={processing !== undefined}>
        <AnnotationList
          plan={plan}
          modality={modality}
          isArmed={capture.isLooping && capture.sensor === 'WaitingForRadiation'}
          progress={screen.progress}
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
          label={start.label}
          obstacle={start.obstacle}
          isStopping={capture.loopState === 'stopping'}
          target={screen.targetName}
          onPress={start.press}
        />
      </div>
      {processing ? (
        <ProcessingCover
          processing={processing}
          wasExposed={capture.wasExposed}
          returnTo={lastControl}
        />
      ) : null}
      <ImagesColumn studyId={study.id} modality={modality} timeZone={timeZone} screen={screen} />
    </div>
  )
}

interface ImagesColumnProps {
  readonly studyId: StudyId
  readonly modality: CaptureModality
  readonly timeZone: string | undefined
  readonly screen: CaptureScreenState
}

/** The captured images, and the exposures that belong to none yet. */
function ImagesColumn({ studyId, modality, timeZone, screen }: ImagesColumnProps) {
  const { t } = useTranslation()
  const { target, images, capture, start, tone } = screen
  return (
    <div className={styles.images}>
      {capture.otherUse ? <InUseBanner use={capture.otherUse} timeZone={timeZone} /> : null}
      {capture.wasInterrupted ? (
        <ResumeBanner
          target={target}
          reason={start.obstacle && t(`capture:start.obstacle.${start.obstacle}`)}
          onResume={capture.press}
          onEnd={capture.dismissInterruption}
        />
      ) : null}
      <UnassignedBanner
        studyId={studyId}
        modality={modality}
        target={target}
        timeZone={timeZone}
        onAssigned={screen.receive}
      />
      <div className={styles.tools}>
        <SensorStateLabel
          sensor={capture.sensor}
          tone={tone}
          isConnecting={screen.isConnecting}
          isRegistered={screen.isRegistered}
        />
        <ImageTools tools={screen.tools} />
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
  )
}
