import { formatPatientName, getSpeciesName, isUndoable, otherSpeciesId } from '@talus/contract'
import type { ImageId, TrayField, TrayGroup, TrayIdentity } from '@talus/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useThumbnail } from '../../api/use-thumbnail.ts'
import { Thumbnail } from '../../ui/display/thumbnail.tsx'
import { formatDateTime, formatDay } from '../../ui/format/dates.ts'
import { Differences, DifferenceSummary, Differs } from './differences.tsx'
import { formatImageCount, formatName } from './tray-list.tsx'
import { TrayThumbnail } from './tray-thumbnail.tsx'
import styles from './tray.module.css'

interface ComparisonProps {
  readonly group: TrayGroup
  readonly timeZone: string
}

/** Compares the arrived images with the record on file, and marks contradicting details. */
export function Comparison({ group, timeZone }: ComparisonProps) {
  const { t } = useTranslation()
  const { decision, reason, record } = group
  // The images of a deleted study are not shown, and a filed image may be the one on file now.
  const isFiled = decision !== null && isUndoable(decision.kind)
  const imageId = reason === 'study-deleted' || isFiled ? undefined : record?.imageId
  return (
    <>
      <header className={styles.heading}>
        <h2>{formatName(t, group)}</h2>
        <p className={styles.question}>{t(`tray:reason.${group.reason}`)}</p>
        {imageId && !decision ? <DifferenceSummary group={group} /> : null}
        <p className={styles.muted}>{formatArrival(t, group, timeZone)}</p>
        {group.others > 0 ? (
          <p className={styles.muted}>{t('tray:others', { count: group.others })}</p>
        ) : null}
        {decision ? (
          <p className={styles.muted}>{formatDecision(t, group, decision, timeZone)}</p>
        ) : null}
      </header>
      {group.reason === 'unreadable' ? null : (
        <div className={styles.compared} data-pair={imageId ? true : undefined}>
          <Images group={group} />
          {imageId ? <ImageOnFile imageId={imageId} /> : null}
          <Details group={group} timeZone={timeZone} />
        </div>
      )}
    </>
  )
}

/** A file that was set aside states its sender, if it is a file of a DICOM device. */
const formatSender = (t: TFunction, { kind, name, address }: TrayGroup['sender']) =>
  kind === 'restart' && name !== ''
    ? t('tray:sender.restartOf', { name })
    : t(`tray:sender.${kind}`, { name, address })

const formatArrival = (t: TFunction, group: TrayGroup, timeZone: string) =>
  [
    formatSender(t, group.sender),
    formatDateTime(group.receivedOn, timeZone),
    formatImageCount(t, group),
  ]
    .filter(Boolean)
    .join(' · ')

function formatDecision(
  t: TFunction,
  { filed }: TrayGroup,
  { kind, by: name, on, reason, keptUntil }: NonNullable<TrayGroup['decision']>,
  timeZone: string,
): string {
  const date = formatDateTime(on, timeZone)
  if (isUndoable(kind)) {
    const animal = filed
      ? [formatPatientName(t, filed.patientName, { number: filed.patientId }), filed.patientId]
      : []
    return t(`tray:decidedBy.${kind}`, { name, date, animal: animal.join(', ') })
  }
  return [
    reason === ''
      ? t('tray:discardedByNoReason', { name, date })
      : t('tray:discardedBy', { name, date, reason }),
    ...(keptUntil === null ? [] : [t('tray:keptUntil', { date: formatDay(keptUntil, timeZone) })]),
  ].join(' · ')
}

function Images({ group: { shownIds, entryIds } }: Pick<ComparisonProps, 'group'>) {
  const { t } = useTranslation()
  const more = entryIds.length - shownIds.length
  return (
    <figure className={styles.figure}>
      <figcaption>{t('tray:arrivedImages')}</figcaption>
      <div className={styles.strip} data-single={shownIds.length < 2 || undefined}>
        {shownIds.length === 0 ? <TrayThumbnail id={undefined} label="" /> : null}
        {shownIds.map((id) => (
          <TrayThumbnail key={id} id={id} label={t('tray:arrivedImages')} />
        ))}
      </div>
      {more > 0 && shownIds.length > 0 ? (
        <span className={styles.muted}>{t('tray:more', { count: more })}</span>
      ) : null}
    </figure>
  )
}

function ImageOnFile({ imageId }: { readonly imageId: ImageId }) {
  const { t } = useTranslation()
  const { state, src } = useThumbnail(imageId, 512)
  return (
    <figure className={styles.figure}>
      <figcaption>{t('tray:imageOnFile')}</figcaption>
      <div className={styles.strip} data-single>
        <Thumbnail state={state} src={src} label={t('tray:imageOnFile')} />
      </div>
    </figure>
  )
}

const fields = [
  'patientId',
  'issuer',
  'name',
  'owner',
  'birthDate',
  'speciesId',
  'studyDate',
  'modality',
  'studyInstanceUID',
] as const satisfies readonly TrayField[]

function formatField(
  t: TFunction,
  identity: TrayIdentity,
  field: (typeof fields)[number],
  timeZone: string,
): string {
  if (field === 'speciesId') {
    if (identity.speciesId === otherSpeciesId) return t('tray:otherSpecies')
    const species = identity.speciesId === null ? undefined : getSpeciesName(identity.speciesId)
    return species === undefined ? '' : t(`studies:species.${species}`)
  }
  if (field === 'studyDate')
    return identity.studyDate === null ? '' : formatDateTime(identity.studyDate, timeZone)
  if (field === 'name') return formatPatientName(t, identity.name, { number: identity.patientId })
  return identity[field] ?? ''
}

function Details({ group, timeZone }: ComparisonProps) {
  const { t } = useTranslation()
  const { claim, differing, reason } = group
  // One of several animals that fit would look like a proposal.
  const record = reason === 'several-patients' ? undefined : group.record
  // An issuer is rare, and the UID of a study says nothing unless it differs.
  const shown = fields.filter((field) => {
    if (field === 'studyInstanceUID') return differing.includes(field)
    return field !== 'issuer' || claim.issuer !== '' || (record?.issuer ?? '') !== ''
  })
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('tray:column.field')}</th>
          <th scope="col">{t('tray:column.claim')}</th>
          <th scope="col">{t('tray:column.record')}</th>
        </tr>
      </thead>
      {record?.imageId && reason !== 'study-deleted' && group.decision === null ? (
        <Differences group={group} />
      ) : null}
      <tbody>
        {shown.map((field, index) => {
          const isDiffering = differing.includes(field)
          return (
            <tr key={field} data-differing={isDiffering || undefined}>
              <th scope="row">
                {t(`tray:field.${field}`)}
                {isDiffering ? <Differs /> : null}
              </th>
              <td>{formatField(t, claim, field, timeZone) || '—'}</td>
              {record ? <td>{formatField(t, record, field, timeZone) || '—'}</td> : null}
              {!record && index === 0 ? (
                <td rowSpan={shown.length} className={styles.muted}>
                  {reason === 'several-patients' ? t('tray:severalRecords') : t('tray:noRecord')}
                </td>
              ) : null}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
