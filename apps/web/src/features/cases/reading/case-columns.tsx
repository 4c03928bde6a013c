import { mayActOnCase } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useActor } from '../../../api/session.ts'
import { Attachments } from './attachments.tsx'
import { CaseHistory } from './case-history.tsx'
import { CaseMessages } from './case-messages.tsx'
import { PatientInfo } from './patient-info.tsx'
import { Radiographs } from './radiographs.tsx'
import { AddStudyImages } from './study-images.tsx'
import { useThreadRequest } from './use-case-notices.ts'
import styles from './reading.module.css'

interface CaseColumnsProps {
  readonly radCase: CaseDetail
  /** The report, or the question to the clinic. */
  readonly work: ReactNode
}

/** The page of a case without the viewer: patient, thumbnails, and the report with the messages. */
export function CaseColumns({ radCase, work }: CaseColumnsProps) {
  const { t } = useTranslation()
  const isAsked = mayActOnCase(useActor(), 'answer', radCase)
  const threadRequest = useThreadRequest(radCase.id)
  return (
    <div
      className={styles.columns}
      data-work-first={isAsked || radCase.reportVersion > 0 || undefined}
    >
      <ScrollArea label={t('caseReading:part.patient')}>
        <PatientInfo radCase={radCase} hasTitle />
        <Attachments radCase={radCase} />
      </ScrollArea>
      <ScrollArea label={t('caseReading:part.radiographs')}>
        <Radiographs radCase={radCase} />
        <AddStudyImages radCase={radCase} />
      </ScrollArea>
      <ScrollArea label={t('caseReading:part.report')}>
        {work}
        <div className={styles.part}>
          <CaseMessages radCase={radCase} showRequest={threadRequest} />
        </div>
        <CaseHistory caseId={radCase.id} />
      </ScrollArea>
    </div>
  )
}

interface ScrollAreaProps {
  readonly label: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A part of the page that scrolls on its own, also by the keyboard. */
export const ScrollArea = ({ label, className, children }: ScrollAreaProps) => (
  <div
    className={[styles.column, className].filter(Boolean).join(' ')}
    tabIndex={0}
    role="group"
    aria-label={label}
  >
    {children}
  </div>
)
