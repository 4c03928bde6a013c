import type { Stack } from '@talus/contract'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/display/icon.tsx'
import { findStack, getActiveCell, getCellPhase, withStack } from '../scene/scene.ts'
import { withSlice } from '../scene/scroll.ts'
import { useActiveStackKey, useScenePart } from '../scene/use-scene-part.ts'
import type { StackSession } from '../stack-session.ts'
import { formatNote } from '../views/overlay-texts.ts'
import type { ViewerSource } from '../../viewer/core/source.ts'
import { OtherImagesList } from './other-images.tsx'
import type { OtherImages } from './other-images.tsx'
import { DrawingList } from './drawing-list.tsx'
import { SliceThumbnails } from './slice-thumbnails.tsx'
import styles from './series-list.module.css'

interface SeriesListProps {
  readonly session: StackSession
  readonly isVeterinary: boolean
  readonly source: ViewerSource
  readonly others: OtherImages | undefined
}

/** The series of the study, and the slices of the one in the active viewport. */
export function SeriesList({ session, isVeterinary, source, others }: SeriesListProps) {
  const { t } = useTranslation()
  const { scene, study } = session
  const activeKey = useActiveStackKey(scene)
  const stack = activeKey === undefined ? undefined : findStack(study.stacks, activeKey)
  const phase = useScenePart(scene, (now) => {
    const cell = getActiveCell(now)
    return cell ? getCellPhase(now, cell) : 0
  })
  const keys = useScenePart(scene, ({ cells }) => cells.map((cell) => cell.stackKey).join(' '))
  const shown = new Set(keys.split(' '))
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
      {others ? <OtherImagesList {...others} source={source} /> : null}
      <DrawingList session={session} isVeterinary={isVeterinary} />
      {stack ? (
        <>
          <h2 className={styles.heading}>{t('stacks:series.thumbnails')}</h2>
          <SliceThumbnails
            key={`${stack.key} ${phase}`}
            session={session}
            stack={stack}
            phase={phase}
            onChoose={(slice) =>
              scene.set((now) => withSlice(now.active, slice, study.stacks)(now))
            }
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
  const { modality } = stack
  const facts = [
    stack.seriesNumber === null ? '' : String(stack.seriesNumber),
    modality === 'CT' || modality === 'MR' ? t(`stacks:modality.${modality}`) : modality,
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
