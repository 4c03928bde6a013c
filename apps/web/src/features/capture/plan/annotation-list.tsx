import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconPhoto, IconTargetArrow, IconTrash } from '@tabler/icons-react'
import {
  findDentalRegion,
  formatImageAnatomy,
  formatBodyPart,
  formatView,
  quadrantNames,
  toothKindNames,
} from '@talus/anatomy'
import type { CountedAnnotation, Language } from '@talus/contract'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../../language.ts'
import { getAnnotationKey } from './annotations.ts'
import type { CaptureModality } from './annotations.ts'
import type { AnnotationPlan } from './use-annotations.ts'
import type { PlanProgress } from '../plan-progress.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './annotation-list.module.css'

interface AnnotationListProps {
  readonly plan: AnnotationPlan
  readonly modality: CaptureModality
  /** True if the sensor is armed for the selected annotation. */
  readonly isArmed: boolean
  /** The view that the page has selected by itself after the last image. */
  readonly progress: PlanProgress | undefined
  /** Controls that fill the list from a protocol. */
  readonly protocols: ReactNode
}

/** Lists the planned and the captured images; the selected one is the next exposure. */
export function AnnotationList({
  plan,
  modality,
  isArmed,
  progress,
  protocols,
}: AnnotationListProps) {
  const { t } = useTranslation()
  const { annotations, selected } = plan
  const selectedKey = selected && getAnnotationKey(selected, modality)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const row = list.current?.querySelector('[data-selected]')
    if (!list.current || !(row instanceof HTMLElement)) return
    // Scrolls the list only: `scrollIntoView` would also scroll the page on a phone.
    const { offsetTop, offsetHeight } = row
    const { scrollTop, clientHeight } = list.current
    if (offsetTop < scrollTop) list.current.scrollTop = offsetTop
    else if (offsetTop + offsetHeight > scrollTop + clientHeight)
      list.current.scrollTop = offsetTop + offsetHeight - clientHeight
  }, [selectedKey, annotations.length])
  return (
    <section className={styles.section} aria-label={t('capture:list.title')}>
      <VisuallyHidden>
        <h2>{t('capture:list.title')}</h2>
      </VisuallyHidden>
      <div className={styles.head}>{protocols}</div>
      <VisuallyHidden role="status">
        {progress?.type === 'next' ? t('capture:list.next', { name: progress.name }) : null}
        {progress?.type === 'done' ? t('capture:list.done') : null}
      </VisuallyHidden>
      {annotations.length === 0 ? <NothingPlanned plan={plan} modality={modality} /> : null}
      <ul ref={list} className={styles.list}>
        {annotations.map((annotation) => {
          const key = getAnnotationKey(annotation, modality)
          return (
            <AnnotationRow
              key={key}
              annotation={annotation}
              isSelected={key === selectedKey}
              isArmed={isArmed && key === selectedKey}
              isNew={progress?.type === 'next' && progress.key === key && key === selectedKey}
              onSelect={() => plan.select(annotation)}
              onRemove={() => void plan.remove([annotation])}
            />
          )
        })}
      </ul>
    </section>
  )
}

function NothingPlanned({ plan, modality }: Pick<AnnotationListProps, 'plan' | 'modality'>) {
  const { t } = useTranslation()
  if (plan.isPending) return null
  if (plan.isError)
    return (
      <div className={styles.empty}>
        <p>{t('capture:list.failed')}</p>
        <UnstyledButton className={styles.retry} onClick={plan.retry}>
          {t('common:action.tryAgain')}
        </UnstyledButton>
      </div>
    )
  return (
    <div className={styles.empty}>
      <b>{t('capture:list.empty')}</b>
      <p>
        {modality === 'Dental' ? t('capture:list.emptyDental') : t('capture:list.emptyGeneral')}
      </p>
    </div>
  )
}

interface AnnotationRowProps {
  readonly annotation: CountedAnnotation
  readonly isSelected: boolean
  readonly isArmed: boolean
  /** The page has just selected it: the row is highlighted for a moment. */
  readonly isNew: boolean
  readonly onSelect: () => void
  readonly onRemove: () => void
}

function AnnotationRow({
  annotation,
  isSelected,
  isArmed,
  isNew,
  onSelect,
  onRemove,
}: AnnotationRowProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const name = formatImageAnatomy(annotation, language)
  const { images } = annotation
  const count = t('capture:list.images', { count: images })
  const { main, aside } = getRowLabels(annotation, language)
  const size = annotation.animalSize && t(`capture:size.${annotation.animalSize}`)
  return (
    <li
      className={styles.line}
      data-selected={isSelected || undefined}
      data-new={isNew || undefined}
    >
      <UnstyledButton
        className={styles.pick}
        aria-current={isSelected || undefined}
        onClick={onSelect}
      >
        <span className={styles.main}>
          {main}
          {isArmed ? <Icon icon={IconTargetArrow} /> : null}
        </span>{' '}
        <span className={styles.aside}>{[aside, size].filter(Boolean).join(' · ')}</span>
        {images > 0 ? <VisuallyHidden>, {count}</VisuallyHidden> : null}
        {isArmed ? <VisuallyHidden>, {t('capture:list.armed')}</VisuallyHidden> : null}
      </UnstyledButton>
      {images > 0 ? (
        <span className={styles.count} data-hint={count} aria-hidden>
          <Icon icon={IconPhoto} size="sm" />
          {images}
        </span>
      ) : (
        <UnstyledButton
          className={styles.remove}
          aria-label={t('capture:list.remove', { name })}
          data-hint={t('capture:list.remove', { name })}
          onClick={onRemove}
        >
          <Icon icon={IconTrash} size="lg" />
        </UnstyledButton>
      )}
    </li>
  )
}

/** Teeth show their numbers with the position below, other parts their name with the view below. */
function getRowLabels(
  { bodyPart, bodyPartView }: Pick<CountedAnnotation, 'bodyPart' | 'bodyPartView'>,
  language: Language,
) {
  const region = findDentalRegion(bodyPart)
  if (!region)
    return { main: formatBodyPart(bodyPart, language), aside: formatView(bodyPartView, language) }
  const { teeth, quadrant, kind } = region
  const position = `${quadrantNames[quadrant][language]}, ${toothKindNames[kind][language]}`
  return { main: teeth.join(', '), aside: position }
}
