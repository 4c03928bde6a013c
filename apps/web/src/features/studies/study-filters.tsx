import { Button, TextInput } from '@mantine/core'
import { IconChevronDown, IconFilter, IconFilterOff, IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../../ui/explained-button.tsx'
import { filtersSet, isBackwards, noFilter } from './study-filter.ts'
import type { StudyFilter } from './study-filter.ts'
import styles from './study-filters.module.css'

interface StudyFiltersProps {
  readonly applied: StudyFilter
  readonly onApply: (filter: StudyFilter) => void
}

/** One row; on small screens a panel that opens. Search or Enter applies what was typed. */
export function StudyFilters({ applied, onApply }: StudyFiltersProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(applied)
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const count = filtersSet(applied)
  const fault = isBackwards(typed) ? t('studies:filter.backwards') : undefined
  const apply = (filter: StudyFilter) => {
    setTyped(filter)
    onApply(filter)
  }
  const field = (name: keyof StudyFilter) => ({
    className: styles.field,
    label: t(`studies:filter.${name}`),
    value: typed[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = event.currentTarget
      setTyped((now) => ({ ...now, [name]: value }))
    },
  })
  return (
    <div className={styles.wrapper}>
      <Button
        className={styles.toggle}
        variant="default"
        aria-expanded={isOpen}
        aria-controls={panelId}
        leftSection={<IconFilter size={18} stroke={1.5} aria-hidden />}
        rightSection={
          <IconChevronDown
            size={16}
            stroke={1.5}
            aria-hidden
            style={{ rotate: isOpen ? '180deg' : '0deg' }}
          />
        }
        onClick={() => setOpen((open) => !open)}
      >
        {count === 0 ? t('studies:filter.title') : t('studies:filter.titleSet', { count })}
      </Button>
      <form
        id={panelId}
        className={styles.panel}
        data-open={isOpen || undefined}
        aria-label={t('studies:filter.title')}
        onSubmit={(event) => {
          event.preventDefault()
          if (fault === undefined) apply(typed)
        }}
      >
        <TextInput {...field('patientName')} autoComplete="off" maxLength={255} />
        <TextInput {...field('patientId')} autoComplete="off" maxLength={255} />
        {/* Without a maximum, browsers let a year have six digits. */}
        <TextInput {...field('dateFrom')} type="date" max="9999-12-31" />
        <TextInput {...field('dateTo')} type="date" max="9999-12-31" error={fault} />
        <div className={styles.buttons}>
          <ExplainedButton
            type="submit"
            variant="light"
            leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
            reason={fault}
          >
            {t('studies:filter.search')}
          </ExplainedButton>
          <ExplainedButton
            variant="subtle"
            leftSection={<IconFilterOff size={18} stroke={1.5} aria-hidden />}
            reason={
              filtersSet(typed) + count === 0 ? t('studies:filter.nothingToClear') : undefined
            }
            onClick={() => apply(noFilter)}
          >
            {t('studies:filter.clear')}
          </ExplainedButton>
        </div>
      </form>
    </div>
  )
}
