import { NativeSelect } from '@mantine/core'
import { IconFilterOff, IconSelector } from '@tabler/icons-react'
import { auditKinds } from '@talus/contract'
import type { AuditKind } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { DayInput } from '../../../ui/inputs/day-input.tsx'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import framed from '../../../ui/inputs/framed-label.module.css'
import styles from './audit.module.css'

export interface AuditFilter {
  readonly kind: AuditKind | undefined
  /** YYYY-MM-DD, or empty. */
  readonly from: string
  readonly to: string
  /** Restricts the events to one clinic; undefined for all clinics. */
  readonly clinic: SelectedClinic | undefined
}

export const noFilter: AuditFilter = { kind: undefined, from: '', to: '', clinic: undefined }
export const isFiltered = ({ kind, from, to, clinic }: AuditFilter) =>
  kind !== undefined || from !== '' || to !== '' || clinic !== undefined

interface AuditFiltersProps {
  readonly filter: AuditFilter
  readonly onFilter: (filter: AuditFilter) => void
  /** The selected clinic if it is not the user's own; the events can be restricted to it. */
  readonly otherClinic: SelectedClinic | undefined
}

export function AuditFilters({ filter, onFilter, otherClinic }: AuditFiltersProps) {
  const { t } = useTranslation()
  const selector = <Icon icon={IconSelector} size="sm" />
  const change = (changed: Partial<AuditFilter>) => onFilter({ ...filter, ...changed })
  return (
    <div className={styles.filters} role="group" aria-label={t('audit:filter.title')}>
      <NativeSelect
        className={styles.kind}
        aria-label={t('audit:filter.kind')}
        rightSection={selector}
        value={filter.kind ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget
          change({ kind: auditKinds.find((kind) => kind === value) })
        }}
        data={[
          { value: '', label: t('audit:filter.everything') },
          ...auditKinds.map((kind) => ({ value: kind, label: t(`audit:kind.${kind}`) })),
        ]}
      />
      {otherClinic ? (
        <NativeSelect
          className={styles.clinic}
          aria-label={t('audit:filter.clinic')}
          rightSection={selector}
          value={filter.clinic ? 'one' : 'all'}
          onChange={(event) =>
            change({ clinic: event.currentTarget.value === 'one' ? otherClinic : undefined })
          }
          data={[
            { value: 'one', label: otherClinic.name },
            { value: 'all', label: t('audit:filter.everyClinic') },
          ]}
        />
      ) : null}
      {(['from', 'to'] as const).map((side) => (
        <DayInput
          key={side}
          className={`${framed.framed} ${styles.day}`}
          label={t(`audit:filter.${side}`)}
          value={filter[side]}
          onChange={(value) => change({ [side]: value })}
        />
      ))}
      <ExplainedButton
        variant="subtle"
        leftSection={<Icon icon={IconFilterOff} />}
        reason={isFiltered(filter) ? undefined : t('audit:filter.nothingToClear')}
        onClick={() => onFilter(noFilter)}
      >
        {t('audit:filter.clear')}
      </ExplainedButton>
    </div>
  )
}
