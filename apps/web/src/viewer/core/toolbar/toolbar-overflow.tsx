import { IconDots } from '@tabler/icons-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { ToolbarMenu } from './toolbar-menu.tsx'
import { ToolbarPlaceProvider } from './toolbar-place.ts'
import styles from './toolbar.module.css'

/** On a phone the tools have their own row. */
export const phone = '(max-width: 40em)'

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

/** Whether the buttons in the box, together with the others of the row, are wider than the row. */
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
      const { paddingLeft, paddingRight, display } = getComputedStyle(row)
      const others = measureWidth([...row.children].filter((one) => one !== current))
      const space =
        row.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      // In two rows the buttons are wrapped, and the row has no box.
      const isOneRow = display !== 'contents' && !matchMedia(phone).matches
      setOverflow(isOneRow && others + ownWidth.current > space)
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(row)
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
