import { Checkbox } from '@mantine/core'
import { formatBodyPart } from '@talus/anatomy'
import type { EarlierReport, ImageId, Study, StudyId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../../language.ts'
import { formatDay } from '../../../ui/format/dates.ts'
import { formatStudyTime } from '../shared/study-time.ts'
import styles from './create-case.module.css'

interface EarlierStudy {
  readonly id: StudyId
  readonly createdOn: string
  readonly modality: Study['modality']
  readonly bodyParts: readonly string[]
  readonly imageIds: readonly ImageId[]
}

interface PriorsFieldProps {
  /** When the study of the case was created. */
  readonly createdOn: string
  /** The newest first. */
  readonly studies: readonly EarlierStudy[]
  readonly reports: readonly EarlierReport[]
  readonly chosenStudies: readonly StudyId[]
  readonly onChooseStudies: (chosen: readonly StudyId[]) => void
  readonly chosenReports: readonly ImageId[]
  readonly onChooseReports: (chosen: readonly ImageId[]) => void
  readonly timeZone: string | undefined
}

const toggle = <Id,>(chosen: readonly Id[], id: Id, isChosen: boolean): readonly Id[] =>
  isChosen ? [...chosen, id] : chosen.filter((one) => one !== id)

/** Earlier studies of the patient and their reports, each attached with one tick. */
export function PriorsField(props: PriorsFieldProps) {
  const { studies, reports, chosenStudies, chosenReports, timeZone } = props
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const describe = ({ createdOn, modality, bodyParts }: EarlierStudy) =>
    [
      formatStudyTime(
        createdOn,
        [props.createdOn, ...studies.map((one) => one.createdOn)],
        timeZone,
      ),
      ...(createdOn > props.createdOn ? [t('caseForm:laterStudy')] : []),
      ...(modality === 'Unspecified' ? [] : [t(`studies:modality.${modality}`)]),
      ...bodyParts.map((part) => formatBodyPart(part, language)),
    ].join(', ')
  if (studies.length + reports.length === 0) return null
  return (
    <fieldset className={styles.wide}>
      <legend className={styles.legend}>{t('caseForm:priors')}</legend>
      <div className={styles.priors}>
        {studies.map((study) => (
          <Checkbox
            key={`study ${String(study.id)}`}
            label={t('caseForm:prior', { study: describe(study), count: study.imageIds.length })}
            checked={chosenStudies.includes(study.id)}
            onChange={(event) =>
              props.onChooseStudies(toggle(chosenStudies, study.id, event.currentTarget.checked))
            }
          />
        ))}
        {reports.map(({ imageId, studyCreatedOn, fileName }) => (
          <Checkbox
            key={`report ${String(imageId)}`}
            label={t('caseForm:priorReport', {
              day: formatDay(studyCreatedOn, timeZone),
              name: fileName,
            })}
            checked={chosenReports.includes(imageId)}
            onChange={(event) =>
              props.onChooseReports(toggle(chosenReports, imageId, event.currentTarget.checked))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
