import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Says on the row itself on which sides it goes on, so that it can fade there. */
export function useGoesOn(row: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current } = row
    if (!current) return undefined
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = current
      const sides = [
        scrollLeft > 1 ? 'before' : '',
        scrollLeft + clientWidth < scrollWidth - 1 ? 'after' : '',
      ].filter(Boolean)
      if (sides.length > 0) current.dataset['goesOn'] = sides.join(' ')
      else delete current.dataset['goesOn']
    }
    const watch = new ResizeObserver(look)
    watch.observe(current)
    // A group that takes the face of its tool changes its width, and with it that of the row.
    for (const one of current.children) watch.observe(one)
    current.addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      current.removeEventListener('scroll', look)
    }
  }, [row])
}
