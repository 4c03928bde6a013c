import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Size of an element in CSS pixels; undefined while it has none. */
export function useSize(element: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const update = () => {
      const { clientWidth: width, clientHeight: height } = current
      if (width === 0 || height === 0) return
      setSize((now) => (now?.width === width && now.height === height ? now : { width, height }))
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}
