import { IconPhoto } from '@tabler/icons-react'
import { can, offersAdvancedTools } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useClinicInUse } from '../api/selected-clinic.ts'
import { useActor } from '../api/session.ts'
import { StackViewer } from '../stacks/index.ts'
import type { OtherImages } from '../stacks/index.ts'
import { ToolbarButton } from '../viewer/index.ts'
import type { ViewedStudy } from '../viewer/index.ts'
import { useStudyTools } from './study-tools.tsx'

interface StudyStacksProps {
  readonly viewed: ViewedStudy
  readonly firstImage: ImageId | undefined
  readonly others: OtherImages
}

/** Slices that cannot be used are shown as pictures too, and are not counted. */
const describeOthers = (t: TFunction, { images }: OtherImages): string =>
  images.length > 0
    ? t('viewer:viewers.count', { count: images.length })
    : t('viewer:viewers.images')

/** The stack viewer with the slots that other features fill. */
export function StudyStacks({ viewed, firstImage, others }: StudyStacksProps) {
  const { study, source, state } = viewed
  const { t } = useTranslation()
  const actor = useActor()
  const { clinic } = useClinicInUse()
  const { back, forms, createCase } = useStudyTools(study)
  return (
    <StackViewer
      studyId={study.id}
      source={source}
      state={state}
      isVeterinary={clinic?.clinicType !== 'Human'}
      hasAdvancedTools={offersAdvancedTools(actor, clinic?.clinicType)}
      canCorrect={can(actor, 'study.write')}
      onBack={back}
      firstImage={firstImage}
      others={others}
      timeZone={clinic?.timeZone}
      renderSlots={({ hasOtherImages }) => (
        <>
          {hasOtherImages ? (
            <ToolbarButton
              label={describeOthers(t, others)}
              icon={IconPhoto}
              onClick={() => others.onShow()}
            />
          ) : null}
          {forms(undefined)}
          {createCase}
        </>
      )}
    />
  )
}
