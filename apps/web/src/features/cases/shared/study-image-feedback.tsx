import type { CaseImageFeedback, ImageId, StudyId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import { useCaseZone } from '../../../api/case-zone.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { formatDay } from '../../../ui/format/dates.ts'
import { WithTranslations } from '../../../ui/states/with-translations.tsx'

const selectFeedback = (feedback: readonly CaseImageFeedback[], imageId: ImageId) =>
  feedback.filter((one) => one.imageId === imageId && one.faults.length > 0)

/**
 * Returns a function that formats what radiologists say about an image in one line each, for the
 * image itself and its thumbnail.
 */
export function useImageFeedbackLines(studyId: StudyId) {
  const { t } = useTranslation()
  const { data: feedback = [] } = useQuery(caseWorkQueries.feedbackOfStudy(studyId))
  return (imageId: ImageId): readonly string[] =>
    selectFeedback(feedback, imageId).map(({ faults, radiologistName }) =>
      t('common:image.judged', {
        name: radiologistName,
        faults: faults.map((fault) => t(`common:image.fault.${fault}`)).join(', '),
      }),
    )
}

interface StudyImageFeedbackProps {
  readonly studyId: StudyId
  readonly imageId: ImageId
}

/** Shows the clinic that took an image how and when radiologists have judged its quality. */
export function StudyImageFeedback({ studyId, imageId }: StudyImageFeedbackProps) {
  const { data: feedback = [] } = useQuery(caseWorkQueries.feedbackOfStudy(studyId))
  const ofImage = selectFeedback(feedback, imageId)
  if (ofImage.length === 0) return null
  return (
    <WithTranslations namespace="caseReading" height={24}>
      {ofImage.map((one) => (
        <Faults key={one.caseId} feedback={one} />
      ))}
    </WithTranslations>
  )
}

function Faults({ feedback }: { readonly feedback: CaseImageFeedback }) {
  const { faults, radiologistName, createdOn } = feedback
  const { t } = useTranslation()
  const timeZone = useCaseZone()
  return (
    <p>
      {t('caseReading:fault.by', { name: radiologistName, day: formatDay(createdOn, timeZone) })}{' '}
      {faults.map((fault) => (
        <Badge key={fault} tone="amber">
          {t(`common:image.fault.${fault}`)}
        </Badge>
      ))}
    </p>
  )
}
