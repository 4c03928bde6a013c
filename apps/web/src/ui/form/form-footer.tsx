import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../explained-button.tsx'
import type { FormState } from './use-form.ts'
import styles from './form.module.css'

interface FormFooterProps {
  readonly form: FormState
  readonly saveLabel: string
  readonly onCancel: (() => void) | undefined
  readonly actions: ReactNode
}

/** What has changed, and Save: always in view, and it says why it cannot be pressed. */
export function FormFooter(props: FormFooterProps) {
  const { form, saveLabel, onCancel, actions } = props
  const { t } = useTranslation()
  const isUnchanged = !form.isNew && form.changed.length === 0
  const reason =
    form.missing.length > 0
      ? t('common:form.missing', { fields: form.missing.join(', ') })
      : isUnchanged
        ? t('common:form.unchanged')
        : undefined
  const state = () => {
    if (form.isRestored && form.changed.length > 0) return t('common:form.restored')
    if (form.isNew || form.changed.length === 0) return form.missing.length > 0 ? reason : undefined
    return t('common:form.changed', { fields: form.changed.join(', ') })
  }
  const cancel = () => {
    form.reset()
    onCancel?.()
  }
  return (
    <div className={styles.footer}>
      <span className={styles.state} role="status">
        {state()}
      </span>
      <div className={styles.buttons}>
        {actions}
        {onCancel || form.changed.length > 0 ? (
          <Button variant="default" onClick={cancel} disabled={form.isSaving}>
            {onCancel ? t('common:action.cancel') : t('common:action.discard')}
          </Button>
        ) : null}
        {/* Enter in a field presses it too: what is missing is then marked, and the first has the focus. */}
        <ExplainedButton
          type="submit"
          reason={reason}
          onRefused={(button) => form.verify(button.form)}
          loading={form.isSaving}
        >
          {saveLabel}
        </ExplainedButton>
      </div>
    </div>
  )
}
