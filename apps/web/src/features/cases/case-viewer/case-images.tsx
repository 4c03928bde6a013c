import { IconPhoto, IconStack2 } from '@tabler/icons-react'
import { formatImageAnatomy } from '@talus/anatomy'
import { formatCaseNumber, mayActOnCase, offersAdvancedTools } from '@talus/contract'
import type { CaseDetail, ImageId, StudyId } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { caseWorkMutations, caseWorkQueries } from '../../../api/records/case-work.ts'
import { useCaseZone } from '../../../api/case-zone.ts'
import { useActor } from '../../../api/session.ts'
import { toLanguage } from '../../../language.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { StackViewer } from '../../../stacks/index.ts'
import type { CroppedPicture } from '../../../stacks/index.ts'
import { createCasePriors, ToolbarButton, Viewer } from '../../../viewer/index.ts'
import type { ViewedCase, ViewerProps } from '../../../viewer/index.ts'
import { FaultButtons } from '../reading/fault-buttons.tsx'
import { formatStudyTime } from '../shared/study-time.ts'
import { createCaseViews } from './case-views.ts'
import { StackPanels } from './stack-panels.tsx'

interface CaseImagesProps extends Pick<
  ViewerProps,
  'onBack' | 'panelHosts' | 'onInsertMeasurement'
> {
  readonly viewed: ViewedCase
  readonly noPriors?: ViewerProps['slots']['noPriors']
}

/** Slashes of body parts are not allowed in the names of files. */
const nameCrop = (image: string, word: string) => `${image}, ${word}`.replaceAll(/\s*\/\s*/gu, '-')

/** An accepted crop becomes a file of the case. */
function useCropToCase({ radCase, attached }: ViewedCase) {
  const { t, i18n } = useTranslation()
  const crop = useMutation({
    ...caseWorkMutations.cropAndSave,
    onSuccess: () => toast.done(t('caseReading:crop.done')),
  })
  return ({ picture, imageId, place }: CroppedPicture) => {
    const image = attached.find(({ id }) => id === imageId)
    const anatomy = image ? formatImageAnatomy(image, toLanguage(i18n.language)) : ''
    const cropped = [anatomy, place].filter(Boolean).join(', ')
    // The report prints the name of the file below the picture.
    const name = `${nameCrop(cropped || formatCaseNumber(radCase.id), t('caseReading:crop.name'))}.png`
    crop.mutate({
      form: {
        fields: { caseId: radCase.id },
        files: { files: [new File([picture], name, { type: 'image/png' })] },
      },
    })
  }
}

/** A remark on each image of an earlier study, while the case is about another one. */
function useEarlierNotes({ radCase, attached }: ViewedCase) {
  const { t } = useTranslation()
  const timeZone = useCaseZone()
  const ownTimes = attached
    .filter(({ studyId }) => studyId === radCase.studyId)
    .map(({ createdOn }) => createdOn)
  return (imageId: ImageId): readonly string[] => {
    const image = attached.find(({ id }) => id === imageId)
    return ownTimes.length > 0 && image && image.studyId !== radCase.studyId
      ? [
          t('caseReading:images.otherStudy', {
            day: formatStudyTime(image.createdOn, ownTimes, timeZone),
          }),
        ]
      : []
  }
}

/** The viewers with the images of a case: one for its slices, and one for its other images. */
export function CaseImages({ viewed, noPriors, ...viewerProps }: CaseImagesProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const { radCase, source, attached, state } = viewed
  const addCrop = useCropToCase(viewed)
  // A crop is a picture of the report: the clinic adds files, and no crops.
  const mayCrop = mayActOnCase(actor, 'saveFindings', radCase)
  const listNotes = useEarlierNotes(viewed)
  const [opened, setOpened] = useState<ImageId>()
  const [chosen, setChosen] = useState<'images' | { readonly stacks: StudyId }>()
  const views = useMemo(
    () =>
      createCaseViews({
        radCase,
        source,
        attached,
        createPriors: (images) => createCasePriors(images, state.saved),
        showSlices: (studyId) => setChosen({ stacks: studyId }),
      }),
    [radCase, source, attached, state],
  )
  const { stackStudyId, others } = views
  const images = useMemo(() => views.createImageSource(opened), [views, opened])
  const first = views.areSlicesOwn || others.length === 0 ? stackStudyId : undefined
  const shownStacks = chosen === undefined ? first : chosen === 'images' ? undefined : chosen.stacks
  const stacks = useMemo(
    () => (shownStacks === undefined ? undefined : views.createStackSource(shownStacks)),
    [views, shownStacks],
  )
  const showImages = (image?: ImageId) => {
    setOpened(image)
    setChosen('images')
  }
  const showStacks = () => stackStudyId !== undefined && setChosen({ stacks: stackStudyId })
  if (stacks && shownStacks !== undefined)
    return (
      <>
        <StackViewer
          key={shownStacks}
          studyId={shownStacks}
          source={stacks}
          state={state}
          isVeterinary
          hasAdvancedTools={offersAdvancedTools(actor, 'Veterinary')}
          canCorrect={false}
          onCropped={mayCrop ? addCrop : undefined}
          onBack={viewerProps.onBack}
          others={{ images: others, listNotes, onShow: showImages }}
          renderSlots={({ hasOtherImages }) =>
            hasOtherImages && others.length > 0 ? (
              <ToolbarButton
                label={t('viewer:viewers.count', { count: others.length })}
                icon={IconPhoto}
                onClick={() => showImages()}
              />
            ) : null
          }
        />
        {viewerProps.panelHosts ? (
          <StackPanels
            hosts={viewerProps.panelHosts}
            attached={attached}
            shownStudyId={shownStacks}
            noPriors={noPriors}
            onShow={showImages}
          />
        ) : null}
      </>
    )
  return (
    <Viewer
      // Another study is another session.
      key={images.studyId}
      {...viewerProps}
      source={images}
      state={state}
      opened={opened === undefined ? undefined : { image: opened, isLayout: false }}
      slices={
        stackStudyId === undefined ? undefined : { count: views.countSlices, onShow: showStacks }
      }
      // The cases of the specification are those of veterinary clinics.
      hasAdvancedTools={offersAdvancedTools(actor, 'Veterinary')}
      onCropped={
        mayCrop ? (picture, imageId) => addCrop({ picture, imageId, place: '' }) : undefined
      }
      slots={{
        forms: () =>
          stackStudyId === undefined ? null : (
            <ToolbarButton
              label={t('viewer:viewers.stacks')}
              icon={IconStack2}
              onClick={showStacks}
            />
          ),
        imageNotes: listNotes,
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
