import { useId } from 'react'
import type { ReactNode } from 'react'
import { ErrorNote } from '../states/error-note.tsx'
import { FormFooter } from './form-footer.tsx'
import type { FormState } from './use-form.ts'
import styles from './form.module.css'

interface FormFrameProps {
  readonly form: FormState
  readonly label: string
  readonly saveLabel: string
  /** In a modal: closes it and discards the input. In a page: resets the input. */
  readonly onCancel?: () => void
  /** Buttons beside Save, such as a test of the connection. */
  readonly actions?: ReactNode
  /** A reason why the form cannot be saved, independent of the fields. */
  readonly obstacle?: string | undefined
  /** The user may not change the record: the form has no footer. */
  readonly isReadOnly?: boolean
  readonly children: ReactNode
}

/** A form: the error on top, fields, and a footer with Save that stays visible. */
export function FormFrame(props: FormFrameProps) {
  const { form, label, isReadOnly = false, children } = props
  return (
    <form noValidate aria-label={label} className={styles.form} onSubmit={form.submit}>
      {form.error === undefined ? null : <ErrorNote text={form.error} />}
      {children}
      {isReadOnly ? null : (
        <FormFooter
          form={form}
          saveLabel={props.saveLabel}
          onCancel={props.onCancel}
          actions={props.actions}
          obstacle={props.obstacle}
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

/** A group of fields, in two columns if there is enough space. */
export function FormGroup({ title, text, children }: FormGroupProps) {
  const id = useId()
  return (
    <div className={styles.group} role="group" {...(title && { 'aria-labelledby': id })}>
      {title === undefined ? null : (
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
      )}
      {text === undefined ? null : <p className={styles.groupText}>{text}</p>}
      <div className={styles.fields}>{children}</div>
    </div>
  )
}
