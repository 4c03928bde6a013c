import { formatPatientName } from '@talus/contract'
import type { Patient, Study, StudyId } from '@talus/contract'
import type { ReportDocument } from '@talus/report/document'
import { useQueries } from '@tanstack/react-query'
import { patientQueries } from '../../../api/records/patient.ts'
import { studyQueries } from '../../../api/records/study.ts'
import { useReportTexts } from './use-report-texts.ts'

const listStudyIds = ({ pages }: ReportDocument): StudyId[] => [
  ...new Set(pages.flatMap(({ images }) => images.map(({ studyId }) => studyId))),
]

interface OtherPatients {
  /** By the id of the study of an image. */
  readonly names: ReadonlyMap<StudyId, string>
  readonly isLoading: boolean
}

/** Finds the patients that a report shows beside its own. */
export function useOtherPatients(study: Study, report: ReportDocument): OtherPatients {
  const t = useReportTexts(report.language)
  const ids = listStudyIds(report).filter((id) => id !== study.id)
  const studies = useQueries({ queries: ids.map((id) => studyQueries.one(id)) })
  const others = studies.flatMap(({ data }) =>
    data && data.patientId !== study.patientId ? [data] : [],
  )
  const patients = useQueries({
    queries: others.map(({ patientId }) => patientQueries.one(patientId)),
  })
  const names = new Map(
    others.flatMap(({ id }, index) => {
      const patient: Patient | undefined = patients[index]?.data
      return patient ? [[id, formatPatientName(t, patient.name)] as const] : []
    }),
  )
  return { names, isLoading: [...studies, ...patients].some(({ isLoading }) => isLoading) }
}
