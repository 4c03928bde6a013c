import type { ImageId, StudyId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import { useClinicZone } from '../../../api/selected-clinic.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { formatDay } from '../../../ui/format/dates.ts'
import { WithTranslations } from '../../../ui/states/with-translations.tsx'

interface StudyImageFeedbackProps {
  readonly studyId: StudyId
  readonly imageId: ImageId
}

/** Shows the clinic that took an image how radiologists judge its quality. */
export function StudyImageFeedback({ studyId, imageId }: StudyImageFeedbackProps) {
  const { data: feedback = [] } = useQuery(caseWorkQueries.feedbackOfStudy(studyId))
  const ofImage = feedback.filter((one) => one.imageId === imageId && one.faults.length > 0)
  if (ofImage.length === 0) return null
  return (
    <WithTranslations namespace="caseReading" height={24}>
      {ofImage.map((one) => (
        <Faults key={one.caseId} feedback={one} />
      ))}
    </WithTranslations>
  )
}

interface FaultsProps {
  readonly feedback: {
    readonly faults: readonly ('position' | 'exposure' | 'collimation' | 'motion')[]
    readonly radiologistName: string
    readonly createdOn: string
  }
}

function Faults({ feedback: { faults, radiologistName, createdOn } }: FaultsProps) {
  const { t } = useTranslation()
  const timeZone = useClinicZone()
  return (
    <p>
      {t('caseReading:fault.by', { name: radiologistName, day: formatDay(createdOn, timeZone) })}{' '}
      {faults.map((fault) => (
        <Badge key={fault} tone="amber">
          {t(`caseReading:fault.${fault}`)}
        </Badge>
      ))}
    </p>
  )
}
