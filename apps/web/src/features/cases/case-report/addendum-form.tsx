import { Textarea, TextInput } from '@mantine/core'
import { countCharacters, limits } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { caseWorkMutations } from '../../../api/records/case-work.ts'
import { withOwnError } from '../../../api/records/mutation.ts'
import { useSession } from '../../../api/session.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { readDraft, storeDraft } from '../../../ui/form/drafts.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import styles from './case-report.module.css'

interface AddendumTexts {
  readonly text: string
  readonly reason: string
}

/** Adds to a sent report, with a reason; the report itself stays as it is. */
export function AddendumForm({ radCase }: { readonly radCase: CaseDetail }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const key = `case-addendum.${String(radCase.id)}`
  const [texts, setTexts] = useState<AddendumTexts>(() => ({
    text: '',
    reason: '',
    ...readDraft<AddendumTexts>(key),
  }))
  const change = (changed: Partial<AddendumTexts>) => {
    const next = { ...texts, ...changed }
    setTexts(next)
    storeDraft(key, next.text === '' && next.reason === '' ? {} : { ...next })
  }
  const add = useMutation({
    ...withOwnError(caseWorkMutations.addAddendum),
    onSuccess: () => {
      storeDraft(key, {})
      toast.done(t('caseReading:addendum.done'))
    },
  })
  const remaining = limits.findingsMax - countCharacters(texts.text)
  const reason =
    texts.text.trim() === '' || texts.reason.trim() === ''
      ? t('caseReading:addendum.needed')
      : remaining < 0
        ? t('caseReading:text.tooLong', { count: -remaining })
        : undefined
  return (
    <details className={styles.addendum} open={texts.text !== ''}>
      <summary>{t('caseReading:addendum.title')}</summary>
      <Textarea
        label={t('caseReading:addendum.text')}
        value={texts.text}
        rows={4}
        description={t('cases:remaining', { count: Math.max(0, remaining) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <TextInput
        label={t('caseReading:addendum.reason')}
        value={texts.reason}
        maxLength={limits.caseReasonMax}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      {add.error ? <ErrorNote text={getErrorMessage(add.error)} /> : null}
      <ExplainedButton
        loading={add.isPending}
        reason={reason}
        onClick={() =>
          add.mutate({
            params: { id: radCase.id },
            body: {
              ...texts,
              signature: `${user.firstName} ${user.lastName}`.trim(),
              reportVersion: radCase.reportVersion,
            },
          })
        }
      >
        {t('caseReading:addendum.add')}
      </ExplainedButton>
    </details>
  )
}
