import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import type { FormState } from '../../../ui/form/use-form.ts'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { StepFooter } from './set-up-frame.tsx'
import styles from './set-up.module.css'

interface StepFormProps {
  readonly form: FormState
  readonly label: string
  readonly submitText: string
  /** The button at the left, which leads back. */
  readonly back?: ReactNode
  readonly children: ReactNode
}

/** A form that is a step: its button leads to the next one. */
export function StepForm({ form, label, submitText, back, children }: StepFormProps) {
  const { t } = useTranslation()
  const getReason = () => {
    if (form.missing.length > 0)
      return t('common:form.missing', { fields: form.missing.join(', ') })
    if (form.invalid.length > 0)
      return t('common:form.invalid', { fields: form.invalid.join(', ') })
    return undefined
  }
  return (
    <form noValidate aria-label={label} className={styles.form} onSubmit={form.submit}>
      {form.error === undefined ? null : <ErrorNote text={form.error} />}
      <div className={styles.card}>{children}</div>
      <StepFooter back={back}>
        <ExplainedButton
          type="submit"
          size="md"
          reason={getReason()}
          onBlockedPress={(button) => form.verify(button.form)}
          loading={form.isSaving}
        >
          {submitText}
        </ExplainedButton>
      </StepFooter>
    </form>
  )
}
