import { Button } from '@mantine/core'
import { IconFolderOff } from '@tabler/icons-react'
import { can, mayActOnCase } from '@talus/contract'
import type { CaseDetail, CaseId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getErrorMessage } from '../../../api/call.ts'
import { caseQueries } from '../../../api/records/case.ts'
import { useCaseChanges } from '../../../api/records/use-case-changes.ts'
import { useActor } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { CaseSkeleton } from '../shared/case-skeleton.tsx'
import { CaseBar } from './case-bar.tsx'
import { CaseColumns } from './case-columns.tsx'
import { CaseWork } from './case-work.tsx'
import { CriticalNote } from './critical-note.tsx'
import { isOutOfReach, LostCase, toLostCase, useCaseLoss } from './lost-case.tsx'
import { OtherCritical } from './other-critical.tsx'
import type { FindingsInput } from './reading-work.tsx'
import { ReadingScreen } from './reading-screen.tsx'
import { UnreachableCase } from './unreachable-case.tsx'
import { UnsentTexts } from './unsent-texts.tsx'
import { useCaseNoticesRead } from './use-case-notices.ts'
import styles from './reading.module.css'

/** One case on one screen: patient and history, images, and the texts or the question. */
export function CasePage({ caseId }: { readonly caseId: CaseId }) {
  const { t } = useTranslation()
  useCaseChanges()
  const { data: radCase, error, refetch } = useQuery(caseQueries.one(caseId))
  if (radCase) {
    const isReachable = !isOutOfReach(error)
    return (
      <CaseContent
        radCase={isReachable ? radCase : toLostCase(radCase)}
        isReachable={isReachable}
      />
    )
  }
  if (!error) return <CaseSkeleton />
  const failure = (
    <StatePanel
      icon={<Icon icon={IconFolderOff} size="3xl" />}
      title={t('caseReading:failed.title')}
      text={getErrorMessage(error)}
    >
      <Button onClick={() => void refetch()}>{t('common:action.tryAgain')}</Button>
      <Button component={Link} to="/cases" variant="default">
        {t('caseReading:action.back')}
      </Button>
    </StatePanel>
  )
  return (
    <>
      <OtherCritical caseId={caseId} />
      {isOutOfReach(error) ? <UnreachableCase caseId={caseId}>{failure}</UnreachableCase> : failure}
    </>
  )
}

interface CaseContentProps {
  readonly radCase: CaseDetail
  /** Whether the server still shows the case to this user. */
  readonly isReachable: boolean
}

/** A radiologist has the viewer beside the texts; other users have the thumbnails. */
function CaseContent({ radCase, isReachable }: CaseContentProps) {
  const actor = useActor()
  const loss = useCaseLoss(radCase, isReachable)
  useCaseNoticesRead(radCase.id)
  /** Set while the texts of the report can be edited. */
  const input = useRef<FindingsInput>(null)
  const hasViewer =
    can(actor, 'case.view-as-radiologist') &&
    // Another layout would take the texts of a lost case away from under the cursor.
    (radCase.imageIds.length > 0 || (loss.isLost && loss.hasTexts))
  const work = <CaseWork radCase={radCase} loss={loss} input={input} />
  return (
    <div className={styles.page}>
      <CaseBar radCase={radCase} />
      <CriticalNote radCase={radCase} />
      <OtherCritical caseId={radCase.id} />
      {loss.isLost ? <LostCase radCase={radCase} loss={loss} input={input} /> : null}
      <UnsentTexts
        caseId={radCase.id}
        mayDo={(action) => mayActOnCase(actor, action, radCase)}
        areFindingsShown={loss.isLost && loss.hasTexts}
      />
      {hasViewer ? (
        <ReadingScreen
          radCase={radCase}
          work={work}
          input={mayActOnCase(actor, 'saveFindings', radCase) ? input : undefined}
        />
      ) : (
        <CaseColumns radCase={radCase} work={work} />
      )}
    </div>
  )
}
