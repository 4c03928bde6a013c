import { useTranslation } from 'react-i18next'
import styles from './panel.module.css'

export interface Insertion {
  readonly id: string
  readonly label: string
  readonly detail: string
  readonly run: () => void
}

interface InsertPanelProps {
  readonly title: string
  /** Undefined while they are being loaded. */
  readonly insertions: readonly Insertion[] | undefined
  readonly empty: string
  /** Without an active page there is no caret to insert at. */
  readonly isDisabled: boolean
}

/** A list of texts that a press inserts at the caret. */
export function InsertPanel({ title, insertions, empty, isDisabled }: InsertPanelProps) {
  const { t } = useTranslation()
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {insertions?.length === 0 ? <p className={styles.none}>{empty}</p> : null}
      <ul className={styles.insertions}>
        {insertions?.map(({ id, label, detail, run }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.insertion}
              aria-disabled={isDisabled || undefined}
              {...(isDisabled && { 'data-hint': t('report:panel.noPage') })}
              onPointerDown={(event) => event.preventDefault()}
              onClick={isDisabled ? undefined : run}
            >
              <span>{label}</span>
              {detail ? <small>{detail}</small> : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
