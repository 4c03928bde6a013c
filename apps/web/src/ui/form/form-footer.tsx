import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../explained-button.tsx'
import type { FormValues } from './form-rules.ts'
import type { Form } from './use-form.ts'
import styles from './form.module.css'

interface FormFooterProps<Values extends FormValues> {
  readonly form: Form<Values>
  readonly saveLabel: string
  readonly onCancel: (() => void) | undefined
  readonly actions: ReactNode
}

/** What has changed, and Save: always in view, and it says why it cannot be pressed. */
export function FormFooter<Values extends FormValues>(props: FormFooterProps<Values>) {
  const { form, saveLabel, onCancel, actions } = props
  const { t } = useTranslation()
  const named = (fields: readonly (keyof Values & string)[]) =>
    fields.map((field) => form.labels[field]).join(', ')
  const isUnchanged = !form.isNew && form.changed.length === 0
  const reason =
    form.missing.length > 0
      ? t('common:form.missing', { fields: named(form.missing) })
      : isUnchanged
        ? t('common:form.unchanged')
        : undefined
  const state = () => {
    if (form.isRestored && form.changed.length > 0) return t('common:form.restored')
    if (form.isNew || form.changed.length === 0) return form.missing.length > 0 ? reason : undefined
    return t('common:form.changed', { fields: named(form.changed) })
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
          onRefused={() => form.submit()}
          loading={form.isSaving}
        >
          {saveLabel}
        </ExplainedButton>
      </div>
    </div>
  )
}
