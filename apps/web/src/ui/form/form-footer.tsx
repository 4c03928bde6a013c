import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../buttons/explained-button.tsx'
import type { FormState } from './use-form.ts'
import styles from './form.module.css'

interface FormFooterProps {
  readonly form: FormState
  readonly saveLabel: string
  readonly onCancel: (() => void) | undefined
  readonly actions: ReactNode
  readonly obstacle: string | undefined
}

/** The changed fields and Save: always visible, with the reason if it is disabled. */
export function FormFooter(props: FormFooterProps) {
  const { form, saveLabel, onCancel, actions } = props
  const { t } = useTranslation()
  const isUnchanged = !form.isNew && form.changed.length === 0
  const reason = () => {
    if (props.obstacle !== undefined) return props.obstacle
    if (form.missing.length > 0)
      return t('common:form.missing', { fields: form.missing.join(', ') })
    if (form.invalid.length > 0)
      return t('common:form.invalid', { fields: form.invalid.join(', ') })
    return isUnchanged ? t('common:form.unchanged') : undefined
  }
  const state = () => {
    if (form.missing.length > 0 || form.isMarked) return reason()
    if (form.isNew || form.changed.length === 0) return undefined
    return t('common:form.changed', { fields: form.changed.join(', ') })
  }
  const isRestored = form.isRestored && form.changed.length > 0
  const cancel = () => {
    form.reset()
    onCancel?.()
  }
  return (
    <div className={styles.footer}>
      <span className={styles.state} role="status">
        {isRestored ? <span className={styles.restored}>{t('common:form.restored')}</span> : null}
        {state()}
      </span>
      <div className={styles.buttons}>
        {actions}
        {onCancel || form.changed.length > 0 ? (
          <Button variant="default" onClick={cancel} disabled={form.isSaving}>
            {onCancel ? t('common:action.cancel') : t('common:action.discard')}
          </Button>
        ) : null}
        {/* Enter in a field presses it too: missing fields are marked, the first gets the focus. */}
        <ExplainedButton
          type="submit"
          reason={reason()}
          onBlockedPress={(button) => form.verify(button.form)}
          loading={form.isSaving}
        >
          {saveLabel}
        </ExplainedButton>
      </div>
    </div>
  )
}
