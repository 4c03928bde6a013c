import { IconPhoto, IconStack2 } from '@tabler/icons-react'
import { formatImageAnatomy } from '@talus/anatomy'
import { formatCaseNumber, mayActOnCase, offersAdvancedTools } from '@talus/contract'
import type { CaseDetail, ImageId } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { caseWorkMutations, caseWorkQueries } from '../../../api/records/case-work.ts'
import { useActor } from '../../../api/session.ts'
import { toLanguage } from '../../../language.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { StackViewer, hasStacks, isStackImage } from '../../../stacks/index.ts'
import { ToolbarButton, Viewer } from '../../../viewer/index.ts'
import type { ViewedCase, ViewerProps } from '../../../viewer/index.ts'
import { FaultButtons } from '../reading/fault-buttons.tsx'

interface CaseImagesProps extends Pick<
  ViewerProps,
  'onBack' | 'panelHosts' | 'onInsertMeasurement'
> {
  readonly viewed: ViewedCase
  readonly noPriors?: ViewerProps['slots']['noPriors']
}

/** Slashes of body parts are not allowed in the names of files. */
const nameCrop = (image: string, word: string) => `${image}, ${word}`.replaceAll(/\s*\/\s*/gu, '-')

/** The viewer with the images of a case: an accepted crop becomes a file of the case. */
export function CaseImages({ viewed, noPriors, ...viewerProps }: CaseImagesProps) {
  const { t, i18n } = useTranslation()
  const actor = useActor()
  const { radCase, source, state } = viewed
  const { data: attached = [] } = useQuery(caseWorkQueries.images(radCase.id))
  const crop = useMutation({
    ...caseWorkMutations.cropAndSave,
    onSuccess: () => toast.done(t('caseReading:crop.done')),
  })
  const addCrop = (picture: Blob, imageId: ImageId) => {
    const image = attached.find(({ id }) => id === imageId)
    const cropped = image ? formatImageAnatomy(image, toLanguage(i18n.language)) : ''
    // The report prints the name of the file below the picture.
    const name = `${nameCrop(cropped || formatCaseNumber(radCase.id), t('caseReading:crop.name'))}.png`
    crop.mutate({
      form: {
        fields: { caseId: radCase.id },
        files: { files: [new File([picture], name, { type: 'image/png' })] },
      },
    })
  }
  const [shown, setShown] = useState<'stacks' | 'images'>('stacks')
  const [opened, setOpened] = useState<ImageId>()
  const stackStudyId = hasStacks(source.images) ? radCase.studyId : null
  const isStackCase = stackStudyId !== null
  const others = source.images.filter((image) => !isStackImage(image))
  if (stackStudyId !== null && shown === 'stacks')
    return (
      <StackViewer
        studyId={stackStudyId}
        source={source}
        state={state}
        isVeterinary
        hasAdvancedTools={offersAdvancedTools(actor, 'Veterinary')}
        canCorrect={false}
        onBack={viewerProps.onBack}
        others={{
          images: others,
          onShow: (image) => {
            setOpened(image)
            setShown('images')
          },
        }}
        renderSlots={({ hasOtherImages }) =>
          hasOtherImages && others.length > 0 ? (
            <ToolbarButton
              label={t('viewer:viewers.count', { count: others.length })}
              icon={IconPhoto}
              onClick={() => {
                setOpened(undefined)
                setShown('images')
              }}
            />
          ) : null
        }
      />
    )
  return (
    <Viewer
      {...viewerProps}
      source={isStackCase && others.length > 0 ? { ...source, images: others } : source}
      state={state}
      opened={opened === undefined ? undefined : { image: opened, isLayout: false }}
      slices={
        isStackCase
          ? { count: source.images.length - others.length, onShow: () => setShown('stacks') }
          : undefined
      }
      // The cases of the specification are those of veterinary clinics.
      hasAdvancedTools={offersAdvancedTools(actor, 'Veterinary')}
      // A crop is a picture of the report: the clinic adds files, and no crops.
      onCropped={mayActOnCase(actor, 'saveFindings', radCase) ? addCrop : undefined}
      slots={{
        forms: () =>
          isStackCase ? (
            <ToolbarButton
              label={t('viewer:viewers.stacks')}
              icon={IconStack2}
              onClick={() => setShown('stacks')}
            />
          ) : null,
        imageData: (imageId) => <ImageFeedback radCase={radCase} imageId={imageId} />,
        noPriors,
      }}
    />
  )
}

interface ImageFeedbackProps {
  readonly radCase: CaseDetail
  readonly imageId: ImageId
}

/** The judgement of the radiologist about the quality of the active image. */
function ImageFeedback({ radCase, imageId }: ImageFeedbackProps) {
  const actor = useActor()
  const { data: feedback = [] } = useQuery(caseWorkQueries.feedback(radCase.id))
  if (!mayActOnCase(actor, 'rateImage', radCase)) return null
  const own = feedback.find((one) => one.imageId === imageId)
  return <FaultButtons caseId={radCase.id} imageId={imageId} own={own} />
}
