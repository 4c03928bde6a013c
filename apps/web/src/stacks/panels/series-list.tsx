import type { Stack } from '@talus/contract'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { findStack, getActiveCell, getPhase, withStack } from '../scene/scene.ts'
import { withSlice } from '../scene/scroll.ts'
import type { StackSession } from '../stack-session.ts'
import { formatNote } from '../views/overlay-texts.ts'
import { SliceThumbnails } from './slice-thumbnails.tsx'
import styles from './series-list.module.css'

interface SeriesListProps {
  readonly session: StackSession
}

/** The series of the study, and the slices of the one in the active viewport. */
export function SeriesList({ session }: SeriesListProps) {
  const { t } = useTranslation()
  const { scene, study } = session
  const now = useStore(scene)
  const active = getActiveCell(now)
  const stack = active && findStack(study.stacks, active.stackKey)
  const shown = new Set(now.cells.map(({ stackKey }) => stackKey))
  return (
    <nav className={styles.panel} aria-label={t('stacks:list')}>
      <h2 className={styles.heading}>{t('stacks:series.title')}</h2>
      <ul className={styles.list}>
        {study.stacks.map((one) => (
          <SeriesItem
            key={one.key}
            stack={one}
            isActive={one === stack}
            isShown={shown.has(one.key)}
            onChoose={() => scene.set(withStack(one))}
          />
        ))}
      </ul>
      {study.skipped > 0 ? (
        <p className={styles.skipped} role="note">
          {t('stacks:status.skipped', { count: study.skipped })}
        </p>
      ) : null}
      {stack && active ? (
        <>
          <h2 className={styles.heading}>{t('stacks:series.thumbnails')}</h2>
          <SliceThumbnails
            key={`${stack.key} ${getPhase(now, stack.key)}`}
            session={session}
            stack={stack}
            phase={getPhase(now, stack.key)}
            slice={active.slice}
            onChoose={(slice) => scene.set(withSlice(now.active, slice, study.stacks))}
          />
        </>
      ) : null}
    </nav>
  )
}

interface SeriesItemProps {
  readonly stack: Stack
  readonly isActive: boolean
  readonly isShown: boolean
  readonly onChoose: () => void
}

function SeriesItem({ stack, isActive, isShown, onChoose }: SeriesItemProps) {
  const { t } = useTranslation()
  const name = stack.seriesDescription || t('stacks:series.unnamed')
  const count = stack.phases[0]?.slices.length ?? 0
  const facts = [
    stack.seriesNumber === null ? '' : String(stack.seriesNumber),
    stack.modality,
    t('stacks:series.images', { count }),
    stack.phases.length > 1 ? t('stacks:series.phases', { count: stack.phases.length }) : '',
  ].filter(Boolean)
  return (
    <li>
      <button
        type="button"
        className={styles.series}
        aria-current={isActive || undefined}
        data-shown={isShown || undefined}
        onClick={onChoose}
      >
        <span className={styles.name}>{name}</span>
        <span className={styles.facts}>{facts.join(' · ')}</span>
      </button>
      {isActive && stack.notes.length > 0 ? (
        <ul className={styles.notes} aria-label={t('stacks:notes.title')}>
          {stack.notes.map((note) => (
            <li key={`${note.code} ${note.after ?? ''}`}>
              <Icon icon={IconInfoCircle} size="sm" />
              <span>{formatNote(t, note)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}
