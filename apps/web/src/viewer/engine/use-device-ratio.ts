import { useSyncExternalStore } from 'react'

/** Asked anew each time: the query of one ratio tells only that it is left. */
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

/** Pixels of the device for one of the page; changes with the zoom of the browser and the screen. */
export const useDeviceRatio = (): number => useSyncExternalStore(subscribe, () => devicePixelRatio)
