import { useSyncExternalStore } from 'react'

/** Subscribes again after each change: a media query only reports that its ratio was left. */
function subscribe(changed: () => void) {
  let query: MediaQueryList
  const listen = () => {
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    query.addEventListener('change', change, { once: true })
  }
  const change = () => {
    listen()
    changed()
  }
  listen()
  return () => query.removeEventListener('change', change)
}

/** Device pixels per CSS pixel; changes with the browser's zoom and with the screen. */
export const useDeviceRatio = (): number => useSyncExternalStore(subscribe, () => devicePixelRatio)
