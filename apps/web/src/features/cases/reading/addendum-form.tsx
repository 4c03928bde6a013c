import { Textarea, TextInput } from '@mantine/core'
import { countCharacters, limits } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { getErrorMessage } from '../../../api/call.ts'
import { caseWorkMutations } from '../../../api/records/case-work.ts'
import { withOwnError } from '../../../api/records/mutation.ts'
import { useSession } from '../../../api/session.ts'
import { useOneRun } from '../../../ui/buttons/one-run.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { getUnprintableError } from '../shared/unprintable.ts'
import { useTypedText } from '../shared/use-typed-text.ts'
import styles from './addendum-form.module.css'

interface AddendumFormProps {
  readonly radCase: CaseDetail
  /** Set beside the PDF, which needs the space. */
  readonly isCollapsible?: boolean
}

/** Adds to a sent report, with a reason; the report itself stays as it is. */
export function AddendumForm({ radCase, isCollapsible }: AddendumFormProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { text, reason: why, change, sendWith } = useTypedText(radCase.id, 'addendum')
  const add = useMutation({
    ...withOwnError(sendWith(caseWorkMutations.addAddendum)),
    onSuccess: () => {
      change({ text: '', reason: '' })
      toast.done(t('caseReading:addendum.done'))
    },
  })
  const runOnce = useOneRun()
  const input = useAddressedInput()
  const remaining = limits.findingsMax - countCharacters(text)
  const textError = getUnprintableError(t, text)
  const reasonError = getUnprintableError(t, why)
  const reason =
    text.trim() === '' || why.trim() === ''
      ? t('caseReading:addendum.needed')
      : remaining < 0
        ? t('caseReading:text.tooLong', { count: -remaining })
        : (textError ?? reasonError)
  const fields = (
    <>
      <Textarea
        ref={input}
        label={t('caseReading:addendum.text')}
        value={text}
        rows={4}
        error={textError}
        description={t('cases:remaining', { count: Math.max(0, remaining) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <TextInput
        label={t('caseReading:addendum.reason')}
        value={why}
        maxLength={limits.caseReasonMax}
        error={reasonError}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      {add.error ? <ErrorNote text={getErrorMessage(add.error)} /> : null}
      <ExplainedButton
        loading={add.isPending}
        reason={reason}
        onClick={() =>
          void runOnce(() =>
            add.mutateAsync({
              params: { id: radCase.id },
              body: {
                text,
                reason: why,
                signature: `${user.firstName} ${user.lastName}`.trim(),
                reportVersion: radCase.reportVersion,
              },
            }),
          )
        }
      >
        {t('caseReading:addendum.add')}
      </ExplainedButton>
    </>
  )
  return isCollapsible ? (
    <details className={styles.addendum} open={text !== '' || why !== ''}>
      <summary>{t('caseReading:addendum.title')}</summary>
      {fields}
    </details>
  ) : (
    <section className={styles.addendum} aria-label={t('caseReading:addendum.title')}>
      <h2>{t('caseReading:addendum.title')}</h2>
      {fields}
    </section>
  )
}

/** The field gets the focus, and is scrolled into view, when the button of the page asks for it. */
function useAddressedInput() {
  const input = useRef<HTMLTextAreaElement>(null)
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash === '#addendum') input.current?.focus()
  }, [hash, key])
  return input
}
