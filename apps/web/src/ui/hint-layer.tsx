import { useEffect, useRef, useState } from 'react'
import { place } from './hint-place.ts'
import type { Side } from './hint-place.ts'
import styles from './hint-layer.module.css'

interface Shown {
  readonly text: string
  readonly target: HTMLElement
  readonly side: Side
}

const delayMs = 250
const graceMs = 100
const heldMs = 500

/** A finger covers what it is on and has no way to point without pressing. */
const isHovering = ({ pointerType }: PointerEvent) =>
  pointerType !== 'touch' && matchMedia('(any-hover: hover)').matches

/**
 * Tooltips for everything that carries `data-hint`, by pointer, by focus and by a finger held on it. One layer for the whole
 * page costs a fraction of a positioned component around each button. As WCAG 1.4.13 asks, a hint
 * stays while the pointer is on it and goes with Escape.
 */
export function HintLayer() {
  const [shown, setShown] = useState<Shown>()
  const layer = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let meant: Shown | undefined
    const later = (hint: Shown | undefined, ms: number) => {
      meant = hint
      clearTimeout(timer)
      timer = setTimeout(() => setShown(hint), ms)
    }
    const hintAt = (place: EventTarget | null): Shown | undefined => {
      const target = place instanceof Element ? place.closest<HTMLElement>('[data-hint]') : null
      const text = target?.dataset['hint']
      if (!target || !text) return undefined
      return { text, target, side: target.dataset['hintSide'] === 'right' ? 'right' : 'below' }
    }
    const onOver = (event: PointerEvent) => {
      if (!isHovering(event)) return
      if (event.target instanceof Element && event.target.closest('[data-hint-layer]')) {
        clearTimeout(timer)
        return
      }
      const hint = hintAt(event.target)
      later(hint, hint ? delayMs : graceMs)
    }
    const onFocus = (event: FocusEvent) => {
      const isByKeyboard = event.target instanceof Element && event.target.matches(':focus-visible')
      if (isByKeyboard) later(hintAt(event.target), 0)
    }
    const hide = () => later(undefined, 0)
    const onBlur = (event: FocusEvent) => {
      if (meant?.target === event.target) hide()
    }
    const onDown = (event: PointerEvent) => {
      const hint = isHovering(event) ? undefined : hintAt(event.target)
      if (!hint) return hide()
      setShown(undefined)
      // What does nothing says why at once; of the rest a finger that stays asks for the name.
      later(hint, hint.target.ariaDisabled === 'true' ? 0 : heldMs)
    }
    const onUp = (event: PointerEvent) => {
      if (isHovering(event)) return
      const hint = hintAt(event.target)
      if (hint?.target.ariaDisabled !== 'true') clearTimeout(timer)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide()
    }
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('pointerover', onOver, { signal })
    document.addEventListener('pointerdown', onDown, { signal })
    document.addEventListener('pointerup', onUp, { signal })
    document.addEventListener('pointercancel', onUp, { signal })
    document.addEventListener('focusin', onFocus, { signal })
    document.addEventListener('focusout', onBlur, { signal })
    document.addEventListener('keydown', onKey, { signal })
    document.addEventListener('scroll', hide, { signal, capture: true })
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])

  useEffect(() => {
    const box = layer.current
    if (!shown || !box) return
    const size = { width: box.offsetWidth, height: box.offsetHeight }
    const view = { width: innerWidth, height: innerHeight }
    const { left, top } = place(shown.target.getBoundingClientRect(), size, view, shown.side)
    box.style.translate = `${left}px ${top}px`
    box.style.visibility = 'visible'
  }, [shown])

  // Kept out of the accessibility tree: the target's own name and description say the same.
  return shown?.target.isConnected ? (
    <div key={shown.text} ref={layer} className={styles.hint} data-hint-layer aria-hidden>
      {shown.text}
    </div>
  ) : null
}
