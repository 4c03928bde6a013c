import { useEffect, useLayoutEffect, useRef } from 'react'

interface LiveTextProps {
  readonly subscribe: (listener: () => void) => () => void
  readonly getText: () => string
}

/** A text that follows a store without being rendered again. */
export function LiveText({ subscribe, getText }: LiveTextProps) {
  const element = useRef<HTMLSpanElement>(null)
  const latest = useRef(getText)
  useLayoutEffect(() => {
    latest.current = getText
  })
  useEffect(() => {
    const update = () => {
      const text = latest.current()
      if (element.current && element.current.textContent !== text)
        element.current.textContent = text
    }
    update()
    return subscribe(update)
  }, [subscribe])
  return <span ref={element}>{getText()}</span>
}
