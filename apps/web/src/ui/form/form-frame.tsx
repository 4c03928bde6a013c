import type { ReactNode } from 'react'
import { ErrorNote } from '../states/error-note.tsx'
import { FormFooter } from './form-footer.tsx'
import type { FormValues } from './form-rules.ts'
import type { Form } from './use-form.ts'
import styles from './form.module.css'

interface FormFrameProps<Values extends FormValues> {
  readonly form: Form<Values>
  readonly label: string
  readonly saveLabel: string
  /** In a modal: closes it and throws the input away. In a page: undoes the input. */
  readonly onCancel?: () => void
  /** Beside Save: a test of the connection, say. */
  readonly actions?: ReactNode
  /** Nobody may change it: the fields are there to be read. */
  readonly isReadOnly?: boolean
  readonly children: ReactNode
}

/** A form: what went wrong on top, fields, and a foot with Save that stays in view. */
export function FormFrame<Values extends FormValues>(props: FormFrameProps<Values>) {
  const { form, label, isReadOnly = false, children } = props
  return (
    <form
      ref={form.element}
      noValidate
      aria-label={label}
      className={styles.form}
      onSubmit={form.submit}
    >
      {form.error === undefined ? null : <ErrorNote text={form.error} />}
      {children}
      {isReadOnly ? null : (
        <FormFooter
          form={form}
          saveLabel={props.saveLabel}
          onCancel={props.onCancel}
          actions={props.actions}
        />
      )}
    </form>
  )
}

interface FormGroupProps {
  readonly title?: string
  readonly text?: string
  readonly children: ReactNode
}

/** Fields that belong together, in two columns where there is room. */
export const FormGroup = ({ title, text, children }: FormGroupProps) => (
  <fieldset className={styles.group}>
    {title === undefined ? null : <legend className={styles.legend}>{title}</legend>}
    {text === undefined ? null : <p className={styles.groupText}>{text}</p>}
    <div className={styles.fields}>{children}</div>
  </fieldset>
)
