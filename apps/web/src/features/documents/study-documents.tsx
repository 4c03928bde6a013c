import { Skeleton } from '@mantine/core'
import type { StudyId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { documentQueries } from '../../api/records/document.ts'
import { lazyCode } from '../../lazy-code.ts'
import { WithCode } from '../../ui/states/with-code.tsx'

interface StudyDocumentsProps {
  readonly studyId: StudyId
  readonly timeZone: string | undefined
}

const code = lazyCode(() => import('./document-list.part.tsx'))

/** The PDFs, reports, ECGs and other objects of a study that are no images; nothing without any. */
export function StudyDocuments({ studyId, timeZone }: StudyDocumentsProps) {
  const { data = [] } = useQuery(documentQueries.ofStudy(studyId))
  if (data.length === 0) return null
  return (
    <WithCode code={code} fallback={<Skeleton height={40} />}>
      {({ DocumentList }) => <DocumentList documents={data} timeZone={timeZone} />}
    </WithCode>
  )
}
