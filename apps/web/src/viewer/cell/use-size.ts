import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Of an element, in pixels of the page; undefined until it has one. */
export function useSize(element: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const look = () => {
      const { clientWidth: width, clientHeight: height } = current
      if (width === 0 || height === 0) return
      setSize((now) => (now?.width === width && now.height === height ? now : { width, height }))
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(current)
    return () => watch.disconnect()
  }, [element])
  return size
}
