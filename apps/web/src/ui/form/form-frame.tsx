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
  /** In a modal: closes it and throws the input away. In a page: undoes the input. */
  readonly onCancel?: () => void
  /** Beside Save: a test of the connection, say. */
  readonly actions?: ReactNode
  /** Why it cannot be saved now, whatever is filled in. */
  readonly obstacle?: string | undefined
  /** Nobody may change it: the fields are there to be read. */
  readonly isReadOnly?: boolean
  readonly children: ReactNode
}

/** A form: what went wrong on top, fields, and a foot with Save that stays in view. */
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

/** Fields that belong together, in two columns where there is room. */
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
