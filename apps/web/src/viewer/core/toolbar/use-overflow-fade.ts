import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Marks the sides on which a scrollable row continues, so that CSS can fade them out. */
export function useOverflowFade(row: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current } = row
    if (!current) return undefined
    const update = () => {
      const { scrollLeft, clientWidth, scrollWidth } = current
      const sides = [
        scrollLeft > 1 ? 'before' : '',
        scrollLeft + clientWidth < scrollWidth - 1 ? 'after' : '',
      ].filter(Boolean)
      if (sides.length > 0) current.dataset['goesOn'] = sides.join(' ')
      else delete current.dataset['goesOn']
    }
    const observer = new ResizeObserver(update)
    observer.observe(current)
    // A group that shows its active tool changes its width, and with it that of the row.
    for (const one of current.children) observer.observe(one)
    current.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      current.removeEventListener('scroll', update)
    }
  }, [row])
}
