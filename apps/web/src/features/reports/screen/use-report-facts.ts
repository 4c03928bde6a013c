import type { Study } from '@talus/contract'
import type { ReportDocument } from '@talus/report/document'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { reportQueries } from '../../../api/records/report.ts'
import type { ReportFacts } from '../state/report-facts.ts'
import { useOtherPatients } from './use-other-patients.ts'

/** The records that the pages of a report are compared with while they are written. */
export function useReportFacts(study: Study, report: ReportDocument): ReportFacts {
  const measurements = useQuery(reportQueries.measurements(study.id, report.language)).data
  const { names } = useOtherPatients(study, report)
  // The pages are drawn again only if a name has changed.
  const key = JSON.stringify([...names])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key stands for the names
  return useMemo(() => ({ otherPatients: names, measurements }), [key, measurements])
}
