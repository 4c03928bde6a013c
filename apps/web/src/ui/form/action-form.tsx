import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../explained-button.tsx'
import { ErrorNote } from '../states/error-note.tsx'
import { useKeptFocus } from '../use-kept-focus.ts'
import styles from './form.module.css'

interface ActionFormProps {
  readonly label: string
  readonly actionLabel: string
  readonly actionIcon?: ReactNode
  /** Why it cannot be done now; a press says it above the form. */
  readonly reason: string | undefined
  readonly isBusy: boolean
  /** What became of the last try. */
  readonly error?: string | undefined
  /** At the foot, at the left. */
  readonly state?: ReactNode
  readonly onAct: () => void
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** A form that does something rather than save something: the same frame and foot. */
export function ActionForm(props: ActionFormProps) {
  const { reason, isBusy, onAct } = props
  const { t } = useTranslation()
  const [isRefused, setRefused] = useState(false)
  useKeptFocus(isBusy)
  const told = (isRefused ? reason : undefined) ?? props.error
  return (
    <form
      noValidate
      aria-label={props.label}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setRefused(reason !== undefined)
        if (reason === undefined && !isBusy) onAct()
      }}
    >
      {told === undefined ? null : <ErrorNote text={told} />}
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
            onRefused={() => setRefused(true)}
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
