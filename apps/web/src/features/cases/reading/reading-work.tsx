import { caseStatus, getSpeciesName } from '@talus/contract'
import type { CaseDetail, CaseFindingsDraft } from '@talus/contract'
import { getStatedSide } from '@talus/anatomy'
import type { CheckContext } from '@talus/report/check'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import { useActor } from '../../../api/session.ts'
import { toLanguage } from '../../../language.ts'
import { openForm } from '../../../ui/form/open-form.ts'
import { useShortcuts } from '../../../ui/shortcuts/use-shortcuts.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { CaseBar } from './case-bar.tsx'
import { checkFindings } from './check-findings.ts'
import type { FindingsField, TextFinding } from './check-findings.ts'
import { CriticalNote } from './critical-note.tsx'
import { FindingsForm, useOtherPatientNames } from './findings-form.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import { useFindings } from './use-findings.ts'
import type { FindingsEditor } from './use-findings.ts'
import styles from './reading.module.css'

/** The facts with which the check compares the texts. */
function useCheckContext(radCase: CaseDetail): CheckContext {
  const otherPatientNames = useOtherPatientNames(radCase)
  const { data: images = [] } = useQuery(caseWorkQueries.images(radCase.id))
  const species = radCase.speciesId === null ? null : (getSpeciesName(radCase.speciesId) ?? null)
  return {
    patientName: radCase.patientName,
    ownerName: radCase.ownerName,
    species,
    sex: radCase.sex === null ? null : radCase.sex ? 'Male' : 'Female',
    otherPatientNames,
    imageSides: new Map(
      images.flatMap(({ id, bodyPart }) => {
        const side = getStatedSide({ bodyPart, bodyPartView: '' })
        return side === 'L' || side === 'R' ? [[id, side] as const] : []
      }),
    ),
    imagePatients: new Map(),
    measurements: null,
  }
}

/** Opens the last look before the report is sent. */
export function useSubmit(
  radCase: CaseDetail,
  editor: FindingsEditor,
  {
    files,
    onJump,
    onSubmitted,
    returnTo,
  }: {
    readonly files: readonly File[]
    readonly onJump: (finding: TextFinding) => void
    readonly onSubmitted: () => void
    readonly returnTo?: () => HTMLElement | undefined
  },
) {
  const { t, i18n } = useTranslation()
  const context = useCheckContext(radCase)
  return () => {
    const findings = checkFindings(editor.texts.get(), {
      context,
      language: toLanguage(i18n.language),
      isCritical: radCase.criticalOn !== null,
    })
    openForm(
      t('caseReading:submit.title'),
      (close) => (
        <SubmitDialog
          {...{ radCase, editor, files, findings, onJump, onSubmitted }}
          onClose={close}
        />
      ),
      600,
      returnTo,
    )
  }
}

/** The next own case by due time. */
function useNextCase({ id }: CaseDetail) {
  const actor = useActor()
  const { data: assigned = [] } = useQuery(caseWorkQueries.assigned)
  return assigned.find(
    ({ id: other, radiologistId, status }) =>
      other !== id && radiologistId === actor.id && status === caseStatus.assigned,
  )
}

interface ReadingWorkProps {
  readonly radCase: CaseDetail
  readonly draft: CaseFindingsDraft
  readonly signature: string
  readonly columns: (right: ReactNode) => ReactNode
}

/** The page of the radiologist who has the case. */
export function ReadingWork({ radCase, draft, signature, columns }: ReadingWorkProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const editor = useFindings(radCase.id, draft, signature)
  const elements = useRef<Partial<Record<FindingsField, HTMLTextAreaElement>>>({})
  const [files, setFiles] = useState<readonly File[]>([])
  /** The field that gets the focus when the dialog is closed. */
  const target = useRef<HTMLTextAreaElement>(undefined)
  const next = useNextCase(radCase)
  const jump = ({ field, start, excerpt }: TextFinding) => {
    const element = elements.current[field]
    target.current = element
    element?.setSelectionRange(start, start + excerpt.length)
  }
  const submit = useSubmit(radCase, editor, {
    files,
    onJump: jump,
    returnTo: () => target.current,
    onSubmitted: () => {
      toast.done(t('caseReading:submit.done'))
      void navigate('/cases')
    },
  })
  const openNext = next && (() => void navigate(`/editcases/${String(next.id)}`))
  useShortcuts([
    {
      keys: 'n',
      label: t('caseReading:action.next'),
      group: t('shell:title.editcases'),
      when: openNext !== undefined,
      run: () => openNext?.(),
    },
  ])
  return (
    <div className={styles.page}>
      <CaseBar radCase={radCase} onSubmit={submit} onNext={openNext} />
      <CriticalNote radCase={radCase} />
      {columns(
        <FindingsForm
          radCase={radCase}
          editor={editor}
          elements={elements}
          files={files}
          onFiles={setFiles}
        />,
      )}
    </div>
  )
}
