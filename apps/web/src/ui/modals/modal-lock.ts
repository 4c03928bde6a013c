import { createContext, useContext, useEffect } from 'react'

type OnAttempt = () => void

/** Locks the modal around the component; undefined unlocks it. */
export const ModalLockContext = createContext<(onAttempt: OnAttempt | undefined) => void>(() => {})

/**
 * While locked, the modal around the component has no close button, and Escape and clicks beside it
 * only call `onAttempt`. The browser asks before it leaves the page.
 */
export function useModalLock(isLocked: boolean, onAttempt: OnAttempt) {
  const setLock = useContext(ModalLockContext)
  useEffect(() => {
    if (!isLocked) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    setLock(onAttempt)
    addEventListener('beforeunload', ask)
    return () => {
      setLock(undefined)
      removeEventListener('beforeunload', ask)
    }
  }, [isLocked, onAttempt, setLock])
}
