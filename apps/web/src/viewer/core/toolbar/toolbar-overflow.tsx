import { IconDots } from '@tabler/icons-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { ToolbarMenu } from './toolbar-menu.tsx'
import { ToolbarPlaceProvider } from './toolbar-place.ts'
import styles from './toolbar.module.css'

/** On an upright phone the tools have their own row. */
const upright = '(max-width: 40em)'
/** A phone, upright or on its side: the rarer tools of slices are in a menu, so that images have space. */
export const phone = `${upright}, (max-width: 79.99em) and (max-height: 31em)`

/** The space that elements take in a row; hidden texts and the flexible space take none. */
function measureWidth(elements: Iterable<Element>): number {
  let sum = 0
  for (const element of elements) {
    const { position, flexGrow, marginLeft, marginRight } = getComputedStyle(element)
    if (position === 'absolute' || position === 'fixed' || Number(flexGrow) > 0) continue
    sum += element.getBoundingClientRect().width
    sum += Number.parseFloat(marginLeft) + Number.parseFloat(marginRight)
  }
  return sum
}

const getInnerWidth = (element: Element): number => {
  const { paddingLeft, paddingRight } = getComputedStyle(element)
  return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
}

/** In two rows, the end of the first one may be empty because the next button is wider. */
const wrapLoss = 72

/** The space that the elements beside the box leave for its buttons. */
function measureSpace(row: HTMLElement, box: HTMLElement): number {
  const others = measureWidth([...row.children].filter((one) => one !== box))
  const bar = row.parentElement
  if (getComputedStyle(row).display !== 'contents' || !bar) return getInnerWidth(row) - others
  // In two rows the buttons wrap in the bar: their own row has no box. An edge has automatic margins.
  const edges = [...bar.children].filter((one) => one !== row)
  const width = edges.reduce((sum, one) => sum + one.getBoundingClientRect().width, 0)
  return 2 * getInnerWidth(bar) - wrapLoss - others - width
}

/** Whether the buttons in the box are wider than the space for them. */
function useHasOverflow(box: RefObject<HTMLElement | null>): boolean {
  const [hasOverflow, setOverflow] = useState(false)
  const ownWidth = useRef(0)
  // After every rendering: the buttons of the row differ by layout.
  useLayoutEffect(() => {
    const { current } = box
    const row = current?.parentElement
    if (!current || !row) return undefined
    const update = () => {
      if (!hasOverflow) ownWidth.current = measureWidth(current.children)
      const isPhone = matchMedia(upright).matches
      setOverflow(!isPhone && ownWidth.current > measureSpace(row, current))
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(row)
    if (row.parentElement) observer.observe(row.parentElement)
    for (const one of row.children) if (one !== current) observer.observe(one)
    return () => observer.disconnect()
  })
  return hasOverflow
}

/** The buttons at the end of a toolbar; in a narrow window a menu has them, so that none is hidden. */
export function ToolbarOverflow({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLSpanElement>(null)
  const hasOverflow = useHasOverflow(box)
  return (
    <span ref={box} className={styles.overflow} data-folded={hasOverflow || undefined}>
      {hasOverflow ? <ToolbarMore>{children}</ToolbarMore> : children}
    </span>
  )
}

interface ToolbarMoreProps {
  /** Whether the tool in use is in the menu. */
  readonly isActive?: boolean
  readonly children: ReactNode
}

/** A menu of buttons that have no space in the bar. */
export function ToolbarMore({ isActive = false, children }: ToolbarMoreProps) {
  const { t } = useTranslation()
  return (
    <ToolbarMenu label={t('viewerPanel:more')} icon={IconDots} isActive={isActive}>
      {(close) => <MenuPlace close={close}>{children}</MenuPlace>}
    </ToolbarMenu>
  )
}

function MenuPlace({
  close,
  children,
}: {
  readonly close: () => void
  readonly children: ReactNode
}) {
  const place = useMemo(() => ({ closeMenu: close }), [close])
  return <ToolbarPlaceProvider value={place}>{children}</ToolbarPlaceProvider>
}
