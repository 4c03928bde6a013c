import { Button } from '@mantine/core'
import { caseStatus } from '@talus/contract'
import type { CaseDetail, CaseFindingsDraft } from '@talus/contract'
import { useEffect, useImperativeHandle, useRef } from 'react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { confirmKeys } from '../../../ui/shortcuts/shortcut-sequence.ts'
import { useShortcuts } from '../../../ui/shortcuts/use-shortcuts.ts'
import { useStore } from '../../../store.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { joinTexts } from './check-findings.ts'
import type { FindingsField, TextFinding } from './check-findings.ts'
import { FindingsForm } from './findings-form.tsx'
import { appendText } from './template-texts.ts'
import { useFindings } from './use-findings.ts'
import { useNextCase } from './use-next-case.ts'
import { useSubmit } from './use-submit.tsx'
import styles from './reading.module.css'

/** The open texts of the report, for the parts of the page around them. */
export interface FindingsInput {
  /** Adds a line to the findings. */
  readonly insert: (text: string) => void
  readonly focus: () => void
  /** The texts as they are on the screen. */
  readonly getText: () => string
}

interface ReadingWorkProps {
  readonly radCase: CaseDetail
  readonly draft: CaseFindingsDraft
  readonly signature: string
  /** Set when the case was withdrawn. */
  readonly isReadOnly: boolean
  readonly input: Ref<FindingsInput>
}

/** The texts of the radiologist who has the case, and the buttons that finish them. */
export function ReadingWork({ radCase, draft, signature, isReadOnly, input }: ReadingWorkProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const editor = useFindings(radCase.id, draft, signature)
  // The texts of this tab may be older than those of the tab in which they are written.
  const isOtherTab = useStore(editor.tabs.isOpenInOtherTab)
  const isLocked = isReadOnly || isOtherTab
  const elements = useRef<Partial<Record<FindingsField, HTMLTextAreaElement>>>({})
  /** The field that gets the focus when the dialog is closed. */
  const target = useRef<HTMLTextAreaElement>(undefined)
  const openNext = useNextCase(radCase)
  const jump = ({ field, start, excerpt }: TextFinding) => {
    const element = elements.current[field]
    target.current = element
    element?.setSelectionRange(start, start + excerpt.length)
  }
  const submit = useSubmit(radCase, editor, {
    onJump: jump,
    returnTo: () => target.current,
    onSubmitted: () => {
      toast.done(t('caseReading:submit.done'))
      void navigate('/cases')
    },
    onSubmittedToNext:
      openNext &&
      (() => {
        toast.done(t('caseReading:submit.done'))
        openNext()
      }),
  })
  const isReported = radCase.status === caseStatus.finalized
  useEffect(() => {
    if (!isReadOnly) return undefined
    editor.hold(isReported)
    return editor.resume
  }, [editor, isReadOnly, isReported])
  useImperativeHandle(
    input,
    () => ({
      insert: (text) => {
        editor.change({ findings: appendText(editor.texts.get().findings, text) })
      },
      focus: () => elements.current.findings?.focus(),
      getText: () => joinTexts(editor.texts.get()),
    }),
    [editor],
  )
  useShortcuts([
    {
      ...confirmKeys,
      label: t('caseReading:action.submit'),
      group: t('shell:title.editcases'),
      when: !isLocked,
      run: submit,
    },
  ])
  const openReport = async () => {
    // The next page reads the draft from the server.
    await editor.saver.flush()
    await navigate(`/casereport?caseId=${String(radCase.id)}`)
  }
  return (
    <>
      <FindingsForm {...{ radCase, editor, elements, isReadOnly }} />
      {isLocked ? null : (
        <div className={styles.foot} data-buttons-at-foot>
          <Button variant="default" onClick={() => void openReport()}>
            {t('shell:title.casereport')}
          </Button>
          <Button onClick={submit}>{t('caseReading:action.submit')}</Button>
        </div>
      )}
    </>
  )
}
