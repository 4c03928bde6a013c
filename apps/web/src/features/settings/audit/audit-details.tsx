import { auditSecret } from '@talus/contract'
import type { AuditEvent } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatSecond } from '../../../ui/format/dates.ts'
import { Facts } from '../../../ui/layout/page-frame.tsx'
import { listChanges } from './audit-changes.ts'
import type { AuditChanges } from './audit-changes.ts'
import { getFieldLabel, formatValue } from './audit-text.ts'
import type { FormattedValue } from './audit-text.ts'
import { auditQueries } from './audit.queries.ts'
import styles from './audit.module.css'

/** Shows an audit event: the user, the time, the address and the changed fields. */
export function AuditDetails({ event }: { readonly event: AuditEvent }) {
  const { t } = useTranslation()
  const changes = listChanges(event)
  return (
    <div className={styles.details}>
      <Facts
        facts={[
          [t('audit:subject'), event.subject],
          [t('audit:who'), event.username],
          [
            t('audit:when'),
            <time key="when" dateTime={event.at}>
              {formatSecond(event.at)}
              <span className={styles.exact}>{event.at}</span>
            </time>,
          ],
          [t('audit:clinic'), event.clinicName],
          [t('audit:address'), event.address],
        ]}
      />
      {changes.fields.length === 0 ? (
        <p className={styles.none}>{t('audit:change.none')}</p>
      ) : (
        <ChangesTable changes={changes} event={event} />
      )}
    </div>
  )
}

interface ChangesTableProps {
  readonly changes: AuditChanges
  readonly event: AuditEvent
}

function ChangesTable({ changes: { fields, isComparison }, event }: ChangesTableProps) {
  const { t } = useTranslation()
  const namesClinics = fields.some(({ field }) => field === 'clinicId' || field === 'clinicIds')
  const { data: clinicNames } = useQuery({
    ...auditQueries.clinicNames(),
    enabled: namesClinics,
    meta: { showsOwnError: true },
  })
  const format = (field: string, value: unknown) => formatValue(t, field, value, clinicNames)
  return (
    <table className={styles.changes}>
      <caption className={styles.caption}>{t('audit:change.label')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('audit:change.field')}</th>
          {isComparison ? <th scope="col">{t('audit:change.before')}</th> : null}
          <th scope="col">{isComparison ? t('audit:change.after') : t('audit:change.value')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{getFieldLabel(t, field)}</th>
            {isComparison ? (
              <td className={styles.old}>
                <Value value={format(field, before)} />
              </td>
            ) : null}
            <td>
              {isComparison && before === auditSecret && after === auditSecret ? (
                t('audit:value.newSecret')
              ) : (
                <Value value={format(field, event.after === null ? before : after)} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Value = ({ value: { text, isCode } }: { readonly value: FormattedValue }) =>
  isCode ? <pre className={styles.code}>{text}</pre> : text
