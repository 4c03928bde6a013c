import { auditSecret } from '@talus/contract'
import type { AuditEvent } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { breedQuery } from '../../../api/records/breed.ts'
import { formatSecond } from '../../../ui/format/dates.ts'
import { Facts } from '../../../ui/layout/page-frame.tsx'
import { listChanges } from './audit-changes.ts'
import type { AuditChanges } from './audit-changes.ts'
import { formatSubject, formatValue, getFieldLabel } from './audit-text.ts'
import type { FormattedValue } from './audit-text.ts'
import { auditQueries } from './audit.queries.ts'
import styles from './audit.module.css'

interface AuditDetailsProps {
  readonly event: AuditEvent
  readonly timeZone: string | undefined
  /** The owners of these events by their ids. */
  readonly ownerNames: Readonly<Record<string, string>> | undefined
}

/** Shows an audit event: the user, the time, the address and the changed fields. */
export function AuditDetails({ event, timeZone, ownerNames }: AuditDetailsProps) {
  const { t } = useTranslation()
  const changes = listChanges(event)
  return (
    <div className={styles.details}>
      <Facts
        facts={[
          [t('audit:subject'), formatSubject(event)],
          [t('audit:who'), event.username],
          [
            t('audit:when'),
            <time key="when" dateTime={event.at}>
              {formatSecond(event.at, timeZone)}
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
        <ChangesTable changes={changes} event={event} timeZone={timeZone} ownerNames={ownerNames} />
      )}
    </div>
  )
}

interface ChangesTableProps extends AuditDetailsProps {
  readonly changes: AuditChanges
}

function ChangesTable(props: ChangesTableProps) {
  const { event, timeZone, ownerNames } = props
  const { fields, isComparison } = props.changes
  const { t } = useTranslation()
  const namesClinics = fields.some(({ field }) => field === 'clinicId' || field === 'clinicIds')
  const { data: clinicNames } = useQuery({
    ...auditQueries.clinicNames(),
    enabled: namesClinics,
    meta: { showsOwnError: true },
  })
  const { data: breeds } = useQuery({
    ...breedQuery,
    enabled: fields.some(({ field }) => field === 'breedId'),
  })
  const names = { clinics: clinicNames, owners: ownerNames, breeds }
  const format = (field: string, value: unknown) =>
    formatValue(t, field, value, { names, timeZone })
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
