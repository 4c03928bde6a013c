import { useEffect, useRef, useState } from 'react'
import styles from './hint-layer.module.css'

type HintSide = 'below' | 'right'

interface Hint {
  readonly text: string
  readonly target: HTMLElement
  readonly side: HintSide
}

const delayMs = 250
const graceMs = 100
const longPressMs = 500

/** Touch has no hover: a finger covers its target and cannot point without pressing. */
const isHovering = ({ pointerType }: PointerEvent) =>
  pointerType !== 'touch' && matchMedia('(any-hover: hover)').matches

/**
 * Tooltips for all elements with `data-hint`, on hover, focus and long press. One layer for the
 * whole page costs a fraction of a positioned component around each button. As WCAG 1.4.13
 * requires, a hint stays while the pointer is on it and closes on Escape.
 */
export function HintLayer() {
  const [shown, setShown] = useState<Hint>()
  const layer = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let scheduled: Hint | undefined
    const schedule = (hint: Hint | undefined, ms: number) => {
      scheduled = hint
      clearTimeout(timer)
      timer = setTimeout(() => setShown(hint), ms)
    }
    const findHint = (place: EventTarget | null): Hint | undefined => {
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
      const hint = findHint(event.target)
      schedule(hint, hint ? delayMs : graceMs)
    }
    const onFocus = (event: FocusEvent) => {
      const isByKeyboard = event.target instanceof Element && event.target.matches(':focus-visible')
      if (isByKeyboard) schedule(findHint(event.target), 0)
    }
    const hide = () => schedule(undefined, 0)
    const onBlur = (event: FocusEvent) => {
      if (scheduled?.target === event.target) hide()
    }
    const onDown = (event: PointerEvent) => {
      const hint = isHovering(event) ? undefined : findHint(event.target)
      if (!hint) return hide()
      setShown(undefined)
      // A disabled element shows its reason at once, any other its name after a long press.
      schedule(hint, hint.target.ariaDisabled === 'true' ? 0 : longPressMs)
    }
    const onUp = (event: PointerEvent) => {
      if (isHovering(event)) return
      const hint = findHint(event.target)
      if (hint?.target.ariaDisabled !== 'true') clearTimeout(timer)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide()
    }
    // A panel without anything to focus leaves the focus on its button, beside which it opens.
    const onToggle = (event: Event) => {
      if (event instanceof ToggleEvent && event.newState === 'open') hide()
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
    document.addEventListener('toggle', onToggle, { signal, capture: true })
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
    const { left, top } = computeHintPosition(
      shown.target.getBoundingClientRect(),
      size,
      view,
      shown.side,
    )
    box.style.translate = `${left}px ${top}px`
    box.style.visibility = 'visible'
  }, [shown])

  // Hidden from the accessibility tree: the target's name and description have the same text.
  return shown?.target.isConnected ? (
    <div key={shown.text} ref={layer} className={styles.hint} data-hint-layer aria-hidden>
      {shown.text}
    </div>
  ) : null
}

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}
type Size = Pick<Box, 'width' | 'height'>

const gap = 6
const edge = 8

const clampToView = (value: number, most: number) => Math.max(edge, Math.min(value, most - edge))

/**
 * The position of a hint: beside or below its target, above if there is no space, never off screen.
 */
export function computeHintPosition(target: Box, hint: Size, view: Size, side: HintSide) {
  if (side === 'right') {
    return {
      left: clampToView(target.left + target.width + gap, view.width - hint.width),
      top: clampToView(target.top + (target.height - hint.height) / 2, view.height - hint.height),
    }
  }
  const below = target.top + target.height + gap
  const fits = below + hint.height + edge <= view.height
  return {
    left: clampToView(target.left + (target.width - hint.width) / 2, view.width - hint.width),
    top: fits ? below : Math.max(edge, target.top - gap - hint.height),
  }
}
