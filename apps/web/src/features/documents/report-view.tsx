import type { DocumentContent, DocumentReference, ReportEntry } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/display/badge.tsx'
import { ReferenceLink } from './reference-link.tsx'
import styles from './documents.module.css'

type Report = Extract<DocumentContent['content'], { form: 'report' }>['report']

interface ReportViewProps {
  readonly report: Report
  readonly references: readonly DocumentReference[]
}

/** A structured report as text: headings, names, values with units, and its images. */
export function ReportView({ report, references }: ReportViewProps) {
  const { t } = useTranslation()
  const byUid = new Map(references.map((reference) => [reference.sopInstanceUID, reference]))
  return (
    <article className={styles.report}>
      <p className={styles.badges}>
        {report.isComplete ? null : <Badge tone="amber">{t('documents:report.partial')}</Badge>}
        <Badge tone={report.isVerified ? 'green' : 'neutral'}>
          {t(report.isVerified ? 'documents:report.verified' : 'documents:report.unverified')}
        </Badge>
      </p>
      {report.entries.length === 0 ? <p>{t('documents:report.empty')}</p> : null}
      {report.entries.map((entry, at) => (
        // The entries of a report never change.
        // oxlint-disable-next-line react/no-array-index-key
        <Entry key={at} entry={entry} reference={byUid.get(entry.sopInstanceUid ?? '')} />
      ))}
      {report.isCut ? <p className={styles.note}>{t('documents:report.cut')}</p> : null}
    </article>
  )
}

/** Deeper entries are not indented further: the text would have no width left. */
const deepestIndent = 6

interface EntryProps {
  readonly entry: ReportEntry
  readonly reference: DocumentReference | undefined
}

function Entry({ entry, reference }: EntryProps) {
  const indent = { paddingInlineStart: `${Math.min(entry.depth, deepestIndent) * 1.25}rem` }
  if (entry.type === 'heading')
    return (
      <h3 className={styles.heading} style={indent}>
        {entry.name}
      </h3>
    )
  return (
    <div className={styles.entry} data-context={entry.isContext || undefined} style={indent}>
      {entry.name === '' ? null : <span className={styles.name}>{entry.name}</span>}
      <EntryValue entry={entry} reference={reference} />
    </div>
  )
}

function EntryValue({ entry: { type, value, frames }, reference }: EntryProps) {
  const { t } = useTranslation()
  if (type === 'unknown')
    return (
      <span className={styles.detail}>
        {value === 'REFERENCE'
          ? t('documents:report.reference')
          : t('documents:report.unknown', { type: value })}
      </span>
    )
  if (type === 'text') return <span className={styles.value}>{value || '–'}</span>
  return (
    <span>
      {reference ? (
        <ReferenceLink reference={reference} />
      ) : (
        <span className={styles.detail}>{t('documents:report.missing')}</span>
      )}
      {frames ? ` ${t('documents:report.frames', { frames: frames.join(', ') })}` : null}
    </span>
  )
}
