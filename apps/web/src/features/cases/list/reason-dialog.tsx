import { Textarea } from '@mantine/core'
import { countCharacters, limits } from '@talus/contract'
import type { CaseId } from '@talus/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/error-message.ts'
import { ActionForm } from '../../../ui/form/action-form.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { useTypedText } from '../shared/use-typed-text.ts'
import type { TypedTextKind } from '../shared/use-typed-text.ts'
import styles from './cases-page.module.css'

interface ReasonTexts {
  readonly title: string
  readonly text: string
  /** The case numbers, because some of the cases may be on another page of the list. */
  readonly numbers: string
  readonly label: string
  readonly action: string
  /** Why the action waits for a reason; undefined if it needs none. */
  readonly needed: string | undefined
}

interface ReasonOptions extends ReasonTexts {
  /** The reason is kept under this case and kind until it is sent. */
  readonly caseId: CaseId
  readonly kind: TypedTextKind
  /** Runs before the dialog closes; an error is shown in the dialog, and the reason stays. */
  readonly act: (reason: string) => Promise<unknown>
}

/** Asks for the reason of an action on cases. */
export const openReasonDialog = (options: ReasonOptions) =>
  openForm(options.title, (close) => <ReasonForm {...options} onDone={close} />, 480)

function ReasonForm(props: ReasonOptions & { readonly onDone: () => void }) {
  const { t } = useTranslation()
  const { text: reason, change } = useTypedText(props.caseId, props.kind)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const left = limits.caseReasonMax - countCharacters(reason)
  const findReason = () => {
    if (left < 0) return t('errors:field/too-long')
    return reason.trim() === '' ? props.needed : undefined
  }
  const act = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await props.act(reason.trim())
      change({ text: '' })
      props.onDone()
    } catch (problem) {
      setError(getErrorMessage(problem))
      setBusy(false)
    }
  }
  return (
    <ActionForm
      label={props.title}
      actionLabel={props.action}
      reason={findReason()}
      isBusy={isBusy}
      error={error}
      onAct={() => void act()}
      onCancel={props.onDone}
    >
      <p>
        <strong>{props.numbers}</strong>
        <br />
        {props.text}
      </p>
      <Textarea
        data-autofocus
        label={props.label}
        required={props.needed !== undefined}
        rows={3}
        value={reason}
        onChange={(event) => change({ text: event.currentTarget.value })}
        description={
          <span className={styles.counter}>
            {t('cases:remaining', { count: Math.max(0, left) })}
          </span>
        }
      />
    </ActionForm>
  )
}
