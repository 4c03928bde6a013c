import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ImageId } from '@talus/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Grid } from '../../core/model.ts'
import type { ViewerSource } from '../../core/source.ts'
import { SlicesTile } from './slices-tile.tsx'
import type { OtherSlices } from './slices-tile.tsx'
import { ThumbnailTile } from './thumbnail-tile.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './thumbnail-list.module.css'

/** As specified: seven visible thumbnails, scrolled by three. */
const scrollCount = 3
const visibleCount = 7

interface ThumbnailListProps {
  readonly source: ViewerSource
  readonly grid: Grid
  readonly listNotes: ((imageId: ImageId) => readonly string[]) | undefined
  readonly slices: OtherSlices | undefined
  /** Called to show an image in the active viewport. */
  readonly onChoose: (imageId: ImageId) => void
}

const isBefore = (list: HTMLElement) => list.scrollTop > 1 || list.scrollLeft > 1
const isAfter = (list: HTMLElement) =>
  list.scrollTop + list.clientHeight < list.scrollHeight - 1 ||
  list.scrollLeft + list.clientWidth < list.scrollWidth - 1

/** How far a span has to be moved to lie between two positions. */
const getOverhang = (start: number, end: number, from: number, to: number) =>
  start < from ? start - from : Math.max(0, end - to)

/**
 * Scrolls the list alone. `scrollIntoView` also scrolls the page, which at 400 % would open a study
 * at its thumbnails, below the image.
 */
function revealTile(list: HTMLElement, tile: Element) {
  const outer = list.getBoundingClientRect()
  const inner = tile.getBoundingClientRect()
  list.scrollBy({
    top: getOverhang(inner.top, inner.bottom, outer.top, outer.bottom),
    left: getOverhang(inner.left, inner.right, outer.left, outer.right),
    behavior: 'instant',
  })
}

/** Thumbnails of the study beside the grid; on a phone below it. */
export function ThumbnailList(props: ThumbnailListProps) {
  const { source, grid, listNotes, slices, onChoose } = props
  const { images } = source
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const [more, setMore] = useState({ before: false, after: images.length > visibleCount })
  const active = grid.cells[grid.active]?.imageId
  const shownIds = new Set(grid.cells.map(({ imageId }) => imageId))

  const update = useCallback(() => {
    const { current } = list
    if (current) setMore({ before: isBefore(current), after: isAfter(current) })
  }, [])
  useEffect(() => {
    const { current } = list
    if (!current) return undefined
    const observer = new ResizeObserver(() => {
      // Also after the first layout: a reload may open the last image of many.
      const tile = current.querySelector('[aria-current=true]')
      if (tile) revealTile(current, tile)
      update()
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [update, images.length])
  useEffect(() => {
    const tile = list.current?.querySelector('[aria-current=true]')
    if (list.current && tile) revealTile(list.current, tile)
  }, [active])

  const scroll = (pages: number) => {
    const tile = list.current?.querySelector('li')
    if (!list.current || !tile) return
    const gap = Number.parseFloat(getComputedStyle(list.current).rowGap)
    list.current.scrollBy({
      top: pages * scrollCount * (tile.offsetHeight + gap),
      left: pages * scrollCount * (tile.offsetWidth + gap),
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const tiles = [...event.currentTarget.querySelectorAll('button')]
    const at = tiles.findIndex((tile) => tile === document.activeElement)
    const to = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      PageDown: Math.min(tiles.length - 1, at + scrollCount),
      PageUp: Math.max(0, at - scrollCount),
      Home: 0,
      End: tiles.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    tiles[to]?.focus()
  }
  const stop = images.findIndex(({ id }) => id === active)
  return (
    <nav className={styles.strip} aria-label={t('viewer:thumbnails.title')}>
      <p className={styles.count}>{t('viewer:thumbnails.count', { count: images.length })}</p>
      {slices ? <SlicesTile {...slices} /> : null}
      <Arrow
        direction="before"
        isEnabled={more.before}
        isVisible={images.length > visibleCount}
        onClick={() => scroll(-1)}
      />
      {/* The focused tiles receive the keys; the list only handles their events. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} className={styles.list} onScroll={update} onKeyDown={onKeyDown}>
        {images.map((image, index) => (
          <li key={image.id} className={styles.place}>
            <ThumbnailTile
              source={source}
              image={image}
              number={index + 1}
              notes={listNotes?.(image.id) ?? []}
              isActive={image.id === active}
              isShown={shownIds.has(image.id)}
              isTabStop={index === Math.max(0, stop)}
              onChoose={() => onChoose(image.id)}
            />
          </li>
        ))}
      </ul>
      <Arrow
        direction="after"
        isEnabled={more.after}
        isVisible={images.length > visibleCount}
        onClick={() => scroll(1)}
      />
    </nav>
  )
}

interface ArrowProps {
  readonly direction: 'before' | 'after'
  readonly isEnabled: boolean
  readonly isVisible: boolean
  readonly onClick: () => void
}

function Arrow({ direction, isEnabled, isVisible, onClick }: ArrowProps) {
  const { t } = useTranslation()
  const icon = direction === 'before' ? IconChevronUp : IconChevronDown
  return isVisible ? (
    <button
      type="button"
      className={styles.arrow}
      aria-label={t(`viewer:thumbnails.${direction}`)}
      aria-disabled={!isEnabled}
      onClick={onClick}
    >
      <Icon icon={icon} size="lg" />
    </button>
  ) : null
}
