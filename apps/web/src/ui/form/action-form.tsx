import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../buttons/explained-button.tsx'
import { ErrorNote } from '../states/error-note.tsx'
import { useRestoredFocus } from '../hooks/use-restored-focus.ts'
import styles from './form.module.css'

interface ActionFormProps {
  readonly label: string
  readonly actionLabel: string
  readonly actionIcon?: ReactNode
  /** The reason why the action is disabled; pressing the button shows it above the form. */
  readonly reason: string | undefined
  readonly isBusy: boolean
  /** The error of the last attempt. */
  readonly error?: string | undefined
  /** Shown in the footer at the left. */
  readonly state?: ReactNode
  readonly onAct: () => void
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** A form for an action instead of saving, with the same frame and footer. */
export function ActionForm(props: ActionFormProps) {
  const { reason, isBusy, onAct } = props
  const { t } = useTranslation()
  const [isBlocked, setBlocked] = useState(false)
  useRestoredFocus(isBusy)
  const message = (isBlocked ? reason : undefined) ?? props.error
  return (
    <form
      noValidate
      aria-label={props.label}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setBlocked(reason !== undefined)
        if (reason === undefined && !isBusy) onAct()
      }}
    >
      {message === undefined ? null : <ErrorNote text={message} />}
      {props.children}
      <div className={styles.footer}>
        <span className={styles.state} role="status">
          {props.state}
        </span>
        <div className={styles.buttons}>
          <Button variant="default" onClick={props.onCancel}>
            {t('common:action.cancel')}
          </Button>
          <ExplainedButton
            type="submit"
            reason={reason}
            onBlockedPress={() => setBlocked(true)}
            loading={isBusy}
            leftSection={props.actionIcon}
          >
            {props.actionLabel}
          </ExplainedButton>
        </div>
      </div>
    </form>
  )
}
