import { Button } from '@mantine/core'
import { IconClipboardText, IconFolderOff } from '@tabler/icons-react'
import { mayActOnCase } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import { useActor, useSession } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { CaseSkeleton } from '../shared/case-skeleton.tsx'
import { AddendumForm } from './addendum-form.tsx'
import { ClinicAnswer } from './clinic-answer.tsx'
import type { CaseLoss } from './lost-case.tsx'
import { ReadingWork } from './reading-work.tsx'
import type { FindingsInput } from './reading-work.tsx'
import { ReportVersions } from './report-versions.tsx'

interface CaseWorkProps {
  readonly radCase: CaseDetail
  readonly loss: CaseLoss
  readonly input: RefObject<FindingsInput | null>
}

/** The part of the page that its user works on: the texts, the answer, or the finished report. */
export function CaseWork({ radCase, loss, input }: CaseWorkProps) {
  const { t } = useTranslation()
  const actor = useActor()
  // The texts of a lost case stay on the screen, so that their author can copy them.
  if (mayActOnCase(actor, 'saveFindings', radCase) || (loss.isLost && loss.hasTexts))
    return <ReadingLoader key={radCase.id} radCase={radCase} loss={loss} input={input} />
  const mayAnswer = mayActOnCase(actor, 'answer', radCase)
  const hasReport = radCase.reportVersion > 0
  return (
    <>
      {mayAnswer ? <ClinicAnswer radCase={radCase} /> : null}
      {hasReport ? <ReportVersions radCase={radCase} /> : null}
      {mayActOnCase(actor, 'addendum', radCase) ? (
        <AddendumForm key={radCase.reportVersion} radCase={radCase} />
      ) : null}
      {mayActOnCase(actor, 'take', radCase) ? (
        <StatePanel
          isCompact
          icon={<Icon icon={IconClipboardText} size="3xl" />}
          title={t('caseReading:untaken.title')}
          text={t('caseReading:untaken.text')}
        />
      ) : null}
    </>
  )
}

/** Loads the own draft before the fields are shown, so that it is never overwritten by empty ones. */
function ReadingLoader({ radCase, loss, input }: CaseWorkProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const {
    data: draft,
    error,
    refetch,
    isFetchedAfterMount,
  } = useQuery(caseWorkQueries.findings(radCase.id))
  if (draft && isFetchedAfterMount)
    return (
      <ReadingWork
        radCase={radCase}
        draft={draft}
        signature={`${user.firstName} ${user.lastName}`.trim()}
        isReadOnly={loss.isLost}
        input={input}
      />
    )
  if (!error) return <CaseSkeleton />
  return (
    <StatePanel
      icon={<Icon icon={IconFolderOff} size="3xl" />}
      title={t('caseReading:failed.title')}
      text={getErrorMessage(error)}
    >
      <Button onClick={() => void refetch()}>{t('common:action.tryAgain')}</Button>
    </StatePanel>
  )
}
