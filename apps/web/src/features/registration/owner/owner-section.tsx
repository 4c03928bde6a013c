import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react'
import { formatGroupedName } from '@talus/contract'
import type { ClinicId, Owner, OwnerId, OwnerSuggestion } from '@talus/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/display/icon.tsx'
import { SuggestField } from '../../../ui/inputs/suggest-field.tsx'
import { SectionHead } from '../section-head.tsx'
import { ownerQueries } from '../../../api/records/owner.ts'
import { toSearchText } from './typed-owner.ts'
import { useRecordSearch } from '../use-record-search.tsx'
import styles from '../registration.module.css'

interface OwnerSectionProps {
  readonly clinicId: ClinicId
  readonly ownerId: OwnerId | undefined
  /** Undefined while loading. */
  readonly owner: Owner | undefined
  readonly onPick: (ownerId: OwnerId) => void
  readonly onNew: (typed: string) => void
  readonly onEdit: (owner: Owner) => void
}

export function OwnerSection({ clinicId, ownerId, owner, ...then }: OwnerSectionProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const search = useRecordSearch({
    toSearchText,
    queryFor: (searchText) => ownerQueries.suggest(clinicId, searchText),
    renderRow: (ownerFound) => <OwnerRow owner={ownerFound} />,
    onPick: ({ id }) => then.onPick(id),
    newLabel: (typed) =>
      typed === ''
        ? t('registration:owner.new')
        : t('registration:owner.newNamed', { text: typed }),
    onNew: then.onNew,
  })
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <SectionHead
        id={titleId}
        title={t('registration:owner.title')}
        edit={{
          name: t('registration:owner.edit'),
          reason: owner ? undefined : t('registration:owner.selectFirst'),
          run: () => owner && then.onEdit(owner),
        }}
        add={{
          name: t('registration:owner.add'),
          reason: undefined,
          run: search.startNew,
        }}
      />
      <SuggestField
        part="owner"
        label={t('registration:owner.find')}
        placeholder={t('registration:owner.placeholder')}
        {...search.field}
        summary={t('registration:owner.found', { count: search.count })}
      />
      {owner ? <OwnerCard owner={owner} /> : null}
      {ownerId !== undefined && !owner ? <Skeleton height={56} /> : null}
      {ownerId === undefined ? <p className={styles.hint}>{t('registration:owner.none')}</p> : null}
    </section>
  )
}

function OwnerRow({ owner }: { readonly owner: OwnerSuggestion }) {
  const contact = [owner.phone, owner.email].filter(Boolean).join(' · ')
  return (
    <span className={styles.line}>
      <span className={styles.lineName}>{formatGroupedName(owner.name, owner.nameGroups)}</span>
      <span className={styles.lineText}>{contact}</span>
      {owner.animals.length > 0 ? (
        <span className={styles.lineText}>{owner.animals.join(', ')}</span>
      ) : null}
    </span>
  )
}

function OwnerCard({ owner }: { readonly owner: Owner }) {
  const { t } = useTranslation()
  const lines = [
    { label: t('registration:owner.phone'), icon: IconPhone, value: owner.phone },
    { label: t('registration:owner.email'), icon: IconMail, value: owner.email },
    { label: t('registration:owner.address'), icon: IconMapPin, value: owner.address },
  ]
  return (
    <dl className={styles.ownerCard}>
      <div className={styles.ownerName}>
        <VisuallyHidden component="dt">{t('registration:owner.name')}</VisuallyHidden>
        <dd>{formatGroupedName(owner.name, owner.nameGroups)}</dd>
      </div>
      {lines.map(({ label, icon, value }) =>
        value === '' ? null : (
          <div key={label} className={styles.ownerFact}>
            <VisuallyHidden component="dt">{label}</VisuallyHidden>
            <Icon icon={icon} size="sm" />
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
